"""Korean words for the lexical index: particles and common verb endings off, the rest as overlapping 2-grams.

Korean glues particles and endings to its words, and compounds are written with or without spaces. Two-syllable
grams find a word inside a compound; taking the particles off first keeps one-syllable nouns findable and the grams
of endings from making noise. A light heuristic without a dictionary: it must do the same to what is stored and to
what is asked, nothing more.
"""

from __future__ import annotations

from memserver.text.words import words

# Particles and endings that may follow a word, tried longest first. What is left keeps at least one syllable for a
# particle of two or more syllables, and at least two for a particle of one, since many nouns end in such a syllable.
_PARTICLES = (
    "으로부터", "에서부터", "이라고는", "에게서는", "으로서는", "으로써는", "에서는", "에서도", "에게서",
    "에게는", "으로는", "으로도", "으로서", "으로써", "이라고", "이라는", "이라도", "까지는", "까지도",
    "부터는", "한테서", "처럼은", "보다는", "마다는", "들에게", "들에서", "들에는", "들한테", "들이랑",
    "들하고", "이란", "에서", "에게", "한테", "으로", "로서", "로써", "까지", "부터", "처럼", "보다", "마다",
    "라고", "라는", "이나", "이랑", "하고", "에는", "에도", "와는", "과는", "들은", "들이", "들을", "들의",
    "들도", "들과", "들로", "조차", "밖에", "뿐만", "께서", "대로", "은", "는", "이", "가", "을", "를", "의",
    "에", "로", "와", "과", "도", "만", "랑", "께", "들", "나",
)  # fmt: skip
_ENDINGS = (
    "하였습니다", "되었습니다", "했었습니다", "하겠습니다", "되겠습니다", "시켰습니다", "했습니다", "됐습니다",
    "하십시오", "해주세요", "했는데요", "했었는데", "하려면은", "하였는데", "합니다", "됩니다", "입니다",
    "습니다", "였습니다", "했어요", "됐어요", "하세요", "했는데", "했다가", "했다고", "했던", "하려고",
    "하려면", "하면서", "하지만", "하도록", "되도록", "되면서", "하는데", "되는데", "한다고", "된다고",
    "했지만", "하였다", "되었다", "이었다", "인가요", "인지", "이에요", "예요", "할까요", "했나요", "하나요",
    "되나요", "됐나요", "한다", "된다", "했다", "됐다", "하는", "되는", "하고", "되고", "해서", "돼서", "하면",
    "되면", "하여", "되어", "하게", "되게", "하기", "되기", "하자", "해요", "돼요", "했음", "됐음", "할지",
    "하던", "시킨", "시켜", "해야", "돼야", "했고", "됐고", "한", "된", "할", "될", "함", "됨", "해",
)  # fmt: skip
_BY_LENGTH_PARTICLES = tuple(
    (length, frozenset(word for word in _PARTICLES if len(word) == length)) for length in (4, 3, 2, 1)
)
_BY_LENGTH_ENDINGS = tuple(
    (length, frozenset(word for word in _ENDINGS if len(word) == length)) for length in (5, 4, 3, 2, 1)
)
_ALL_SUFFIXES = frozenset(_PARTICLES) | frozenset(_ENDINGS)
STOP_WORDS = words(
    "그리고 그러나 그래서 그런데 하지만 또는 및 또 등 것 거 수 때 더 좀 잘 안 못 이 그 저 이것 그것 저것 여기 "
    "거기 저기 우리 저희 나 너 제 내 네 뭐 무엇 무슨 어떤 어떻게 어디 언제 누구 누가 왜 얼마 얼마나 몇 어느 "
    "이런 그런 저런 있다 없다 있는 없는 있었 없었 있어 없어 있나 없나 있습 없습 대해 대한 대해서 관해 관한 "
    "위해 위한 통해 통한 때문 알려 알려줘 알려주세요 뭐야 뭐였지 뭐지 인가 인가요 였지 했지 거야 건가 합니까 "
    "입니까 무엇인가 무엇인지 어떤가 있나요 없나요 있습니까 없습니까 있었나요 있어요 없어요 있지 주세요 줘 "
    "해줘 해 할 한 하 되 된 이다 아니 아니다 아닌 지금 바로 그냥 너무 아주 매우 정말 다시 모두 모든 각 같은 "
    "같이 라고"
)


def korean_stem(word: str) -> str:
    """Return a Hangul word without its particle or its common verb ending."""
    without_particle = _cut(word, _BY_LENGTH_PARTICLES, keep_before_single=2, keep=1)
    if without_particle != word:
        return without_particle
    return _cut(word, _BY_LENGTH_ENDINGS, keep_before_single=2, keep=2)


def korean_terms(word: str, *, follows: bool = False) -> tuple[str, ...]:
    """Return the index terms of one Hangul word: nothing for a stop word, else the 2-grams of its stem.

    `follows` says that the run stands right behind a word of another script ("API를", "5월에"), where a bare
    particle is no word.
    """
    if word in STOP_WORDS or (follows and word in _ALL_SUFFIXES):
        return ()
    if follows and len(word) == 2 and word[1] in _ALL_SUFFIXES:
        return (word[0],)
    stem = korean_stem(word)
    if stem in STOP_WORDS:
        return ()
    if len(stem) <= 2:
        return (stem,)
    return tuple(stem[position : position + 2] for position in range(len(stem) - 1))


def _cut(word: str, suffixes: tuple[tuple[int, frozenset[str]], ...], *, keep_before_single: int, keep: int) -> str:
    for length, group in suffixes:
        left = len(word) - length
        if left >= (keep_before_single if length == 1 else keep) and word[left:] in group:
            return word[:left]
    return word
