"""The one-line memories that silence is tuned on: whole, in two languages, and not those that it is measured on."""

from __future__ import annotations

from benchmarks.labelled_data import load
from benchmarks.silence_left_out import one_liners
from memserver.text.language import has_korean


def test_every_question_has_its_memory_and_both_languages_are_there() -> None:
    for row in one_liners():
        for corpus, absent in row.corpora:
            ids = [item["id"] for item in corpus.items]
            assert len(ids) == len(set(ids))
            assert all(key in ids for question in corpus.questions for key in question.belonging)
            asked = [question.text for question in corpus.questions]
            assert len(asked) >= 60 and not set(asked) & set(absent)
            for texts in ([item["text"] for item in corpus.items], asked, absent):
                assert any(map(has_korean, texts))


def test_nothing_of_the_mixed_store_is_in_them() -> None:
    held_out = load("mixed-store")
    texts = {memory["content"] for memory in held_out["memories"]} | {each["text"] for each in held_out["questions"]}
    for row in one_liners():
        for corpus, absent in row.corpora:
            ours = {item["text"] for item in corpus.items} | {each.text for each in corpus.questions} | set(absent)
            assert not ours & texts
