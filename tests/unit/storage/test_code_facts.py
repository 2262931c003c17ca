"""The kept facts of a workspace's files, and the data file of coverage.py."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from memserver.storage.code_facts import FOLDER, CodeFacts, Fact, Known, forget_everything
from memserver.storage.coverage_file import covered_lines
from memserver.workers.code.coverage_data import cobertura, lcov, read_coverage


def test_facts_are_kept_by_section_and_version(tmp_path: Path) -> None:
    path = tmp_path / "code" / "a.sqlite"
    known = Known(10, 20, 30, "abc")
    with CodeFacts(path) as facts:
        facts.put("structure", 1, [Fact("한글.py", "abc", {"a": [1]}, b"xyz")], {"한글.py": known})
        facts.put_note("history", {"head": "1"})
    with CodeFacts(path) as facts:
        assert facts.files() == {"한글.py": known}
        assert facts.have("structure", 1) == {"한글.py": "abc"}
        assert facts.have("structure", 2) == {} and facts.have("other", 1) == {}
        assert list(facts.read("structure", with_blob=True)) == [Fact("한글.py", "abc", {"a": [1]}, b"xyz")]
        assert next(facts.read("structure")).blob == b""
        assert facts.note("history") == {"head": "1"} and facts.note("nothing") is None
        facts.forget(["한글.py"])
        assert facts.files() == {} and list(facts.read("structure")) == []


def test_a_damaged_file_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    path.write_bytes(b"no database at all" * 50)
    with CodeFacts(path) as facts:
        assert facts.files() == {}


def test_everything_can_be_forgotten(tmp_path: Path) -> None:
    with CodeFacts(tmp_path / FOLDER / "a.sqlite") as facts:
        facts.put_note("a", 1)
    forget_everything(tmp_path)
    assert not (tmp_path / FOLDER).exists()
    forget_everything(tmp_path)


def test_two_may_use_the_facts_at_once(tmp_path: Path) -> None:
    with CodeFacts(tmp_path / "a.sqlite") as one, CodeFacts(tmp_path / "a.sqlite") as other:
        one.put("s", 1, [Fact("a", "1", {})], {"a": Known(1, 1, 1, "1")})
        other.put("s", 1, [Fact("b", "2", {})], {"b": Known(1, 1, 1, "2")})
        assert set(one.files()) == set(other.files()) == {"a", "b"}


def _coverage_file(path: Path, source: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE file (id INTEGER, path TEXT)")
    connection.execute("CREATE TABLE line_bits (file_id INTEGER, context_id INTEGER, numbits BLOB)")
    connection.execute("CREATE TABLE arc (file_id INTEGER, context_id INTEGER, fromno INTEGER, tono INTEGER)")
    connection.execute("INSERT INTO file VALUES (1, ?)", (str(source),))
    connection.execute("INSERT INTO line_bits VALUES (1, 1, ?)", (bytes([0b00000110, 0b00000001]),))
    connection.execute("INSERT INTO arc VALUES (1, 1, -1, 12)")
    connection.commit()
    connection.close()


def test_coverage_of_every_kind_is_read(tmp_path: Path) -> None:
    source = tmp_path / "shop" / "a.py"
    source.parent.mkdir()
    source.write_text("x\n" * 20)
    _coverage_file(tmp_path / ".coverage", source)
    assert covered_lines(tmp_path / ".coverage") == {str(source): {1, 2, 8, 12}}
    found = read_coverage(tmp_path)
    assert (found.origin, found.lines) == (".coverage", {"shop/a.py": {1, 2, 8, 12}})
    assert found.ran("shop/a.py", 0, 7, 9) is True
    assert found.ran("shop/a.py", 0, 13, 20) is False
    assert found.ran("shop/a.py", found.made_ns + 1, 7, 9) is None and found.ran("other.py", 0, 1, 2) is None
    xml = f'<sources><source>{tmp_path}/shop</source></sources><class name="a" filename="a.py"><lines>'
    xml += '<line number="3" hits="2"/><line hits="0" number="4"/></lines></class>'
    assert cobertura(xml, tmp_path) == {"shop/a.py": {3}}
    assert lcov(f"SF:{source}\nDA:5,1\nDA:6,0\nend_of_record\n", tmp_path) == {"shop/a.py": {5}}


def test_what_is_no_coverage_says_nothing(tmp_path: Path) -> None:
    (tmp_path / ".coverage").write_bytes(b"nothing of the kind")
    assert covered_lines(tmp_path / ".coverage") == {}
    assert read_coverage(tmp_path).lines == {}
