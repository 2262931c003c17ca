"""Language: tokens, words, sentences and phrases in Korean and English, similarity, redaction, quoting."""
