"""Counts tokens, exactly or roughly. Every budget that memserver promises is counted by `count_tokens`.

Owns the choice of tokeniser and its loading (50 ms and 36 MB, at the first count). It renders and cuts nothing.
All functions may be called from any thread.
"""

from __future__ import annotations

import math
import re
import threading
from collections.abc import Callable
from functools import lru_cache

TOKENISER_NAME = "o200k_base"
"""The name that results carry beside their counts."""

WARM_UP_TEXT = "MEMORYqzx"
"""Counting this loads everything: the tokeniser builds its table of merges at the first word that is no token itself,
which takes ten times as long as loading it."""

REMEMBERED_TEXTS = 1_024
REMEMBERED_LENGTH = 200
"""Only short texts (labels, headings, separators) come back often enough to be worth remembering."""

_HANGUL = re.compile("[\uac00-\ud7a3\u1100-\u11ff\u3130-\u318f]")
_loading = threading.Lock()
_encoder: Callable[[str], list[int]] | None = None


def count_tokens(text: str) -> int:
    """Return how many tokens of `TOKENISER_NAME` a text has; a mark such as `<|endoftext|>` counts as plain text."""
    return _remembered(text) if len(text) <= REMEMBERED_LENGTH else _count(text)


def estimate_tokens(text: str) -> int:
    """Return 1.5 per Hangul character and 0.25 per other one, rounded up (SPEC 45).

    For sizing work ahead of time, such as where to split a document; never where a budget is promised or reported.
    """
    hangul = len(_HANGUL.findall(text))
    return math.ceil(1.5 * hangul + 0.25 * (len(text) - hangul))


def _count(text: str) -> int:
    try:
        return len(_loaded()(text))
    except UnicodeEncodeError:
        # Half a surrogate pair, as JSON may carry it, is written out as one replacement character.
        return len(_loaded()(text.encode("utf-8", "replace").decode("utf-8")))


_remembered = lru_cache(REMEMBERED_TEXTS)(_count)


def _loaded() -> Callable[[str], list[int]]:
    global _encoder  # noqa: PLW0603 - one tokeniser per process, loaded at the first count
    if _encoder is None:
        with _loading:
            if _encoder is None:
                from splintr import Tokenizer  # noqa: PLC0415 - heavy, only needed once something is counted

                # The plain `encode` reads marks in the text as special tokens: one token where a model may see seven.
                _encoder = Tokenizer.from_pretrained(TOKENISER_NAME).encode_ordinary
    return _encoder
