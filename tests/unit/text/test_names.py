from __future__ import annotations

from memserver.model import Layer, Status
from memserver.text.names import shown_name


def test_every_layer_and_status_has_a_korean_name() -> None:
    for each in (*Layer, *Status):
        assert not shown_name(each.value, "ko").isascii()
        assert shown_name(each.value, "en") == each.value
