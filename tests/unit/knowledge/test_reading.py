from __future__ import annotations

import random
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memserver.knowledge.reading import decode, read_text

KOREAN = "배포는 매주 금요일 오후 3시에 한다. 담당자는 김민지 (운영팀)이다.\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32", "cp949"])
def test_korean_text_is_read_in_every_common_encoding(encoding: str) -> None:
    assert decode(KOREAN.encode(encoding)) == KOREAN


def test_text_is_composed() -> None:
    assert decode(unicodedata.normalize("NFD", KOREAN).encode()) == KOREAN


def test_bytes_that_are_no_text_are_refused() -> None:
    assert decode(b"\x89PNG\r\n\x1a\n\x00\x00") is None
    assert decode(random.Random(7).randbytes(4000).replace(b"\x00", b"\x01")) is None
    assert decode("Grüße aus München, schöne Straße".encode("latin-1")) is None
    assert decode("日本語のテキストです。".encode("euc-jp")) != "日本語のテキストです。"


def test_one_damaged_character_does_not_cost_the_note() -> None:
    data = (KOREAN * 30).encode()
    text = decode(data[:500] + b"\xff" + data[500:])
    assert text is not None
    assert "배포는" in text


def test_a_file_says_why_it_has_no_text(tmp_path: Path) -> None:
    (tmp_path / "big.md").write_bytes(b"x" * 11)
    (tmp_path / "blob").write_bytes(b"\x00\x01\x02")
    (tmp_path / "ok.md").write_text("fine")
    assert "larger" in (read_text(tmp_path / "big.md", 10).problem or "")
    assert "not text" in (read_text(tmp_path / "blob").problem or "")
    assert "unreadable" in (read_text(tmp_path / "missing").problem or "")
    assert "unreadable" in (read_text(tmp_path).problem or "")
    fine = read_text(tmp_path / "ok.md")
    assert (fine.text, fine.problem) == ("fine", None)
    assert len(fine.sha1) == 40


@given(st.text())
def test_any_unicode_without_control_characters_survives(text: str) -> None:
    read = decode(text.encode("utf-8", "ignore"))
    if read is not None:
        assert read == unicodedata.normalize("NFC", read)


@given(st.binary())
def test_any_bytes_are_answered(data: bytes) -> None:
    text = decode(data)
    assert text is None or "\x00" not in text
