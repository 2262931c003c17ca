"""The person's glossary, `.astra/glossary.md`: terms, meanings and aliases out of what people really write.

Reads list items, table rows and bold terms; a line that looks like an entry and is none becomes a warning with its
number, never an error. Free text stays free text. The file is the person's: only the template is ever written.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from memserver.errors import StorageFailed
from memserver.knowledge.cached_file import CachedFile
from memserver.knowledge.front_matter import parse_front_matter

DEFAULT_PATH = ".astra/glossary.md"

TEMPLATE = """\
# Glossary · 용어집

Terms of your team, so that answers use them as you do. Change anything here; it counts from the next turn on.
우리 팀이 쓰는 말을 적어 두면 답변도 같은 말을 씁니다. 자유롭게 고치세요. 다음 대화부터 반영됩니다.

Ways to write an entry · 적는 방법 (the examples below are commented out · 아래 예시는 주석입니다):

<!--
- brain: the folder of notes that memserver reads (aliases: brain folder, 브레인)
- 배포 열차: 매주 금요일 오후의 정기 배포 (별칭: release train)

| Term · 용어 | Meaning · 뜻 | Aliases · 별칭 |
|---|---|---|
| SLA | the promised response time · 약속한 응답 시간 | 서비스 수준 |

**runway** — months until the money is gone · 자금이 남은 개월 수
-->
"""

_BOLD = re.compile(r"^(?:[-*+]\s+)?(?:\*\*|__)(.+?)(?:\*\*|__)\s*(.*)$")
_SEPARATOR = re.compile(r"^\s*(?::(?!//)|[—–=]|->|→|-(?=\s))\s*")
_ITEM = re.compile(r"^\s{0,3}(?:[-*+]|\d{1,3}[.)])\s+(.*)$")
_PLAIN_SPLIT = re.compile(r"^(?P<term>[^:—–=]{1,80}?)\s*(?::(?!//)|\s[—–=]|\s->|\s→|\s-(?=\s))\s*(?P<meaning>.*)$")
_ALIASES = re.compile(
    r"\s*[(\[]\s*(?:alias(?:es)?|aka|a\.k\.a\.|also|synonyms?|별칭|동의어|약어|다른\s*이름)\s*[:：]?\s*([^)\]]*)[)\]]",
    re.IGNORECASE,
)
_IN_BRACKETS = re.compile(r"\s*\(([^()]{1,60})\)\s*$")
_RULE = re.compile(r"^\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)*\|?\s*$")
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_TERM_COLUMNS = ("term", "word", "용어", "단어", "name", "이름")
_MEANING_COLUMNS = ("meaning", "definition", "description", "뜻", "의미", "정의", "설명")
_ALIAS_COLUMNS = ("alias", "synonym", "also", "별칭", "동의어", "약어", "영문", "english")
_MAX_TERM = 80


@dataclass(frozen=True, slots=True)
class Term:
    """One entry: what it is called, what it means, what else it is called, and the line it stands on."""

    term: str
    meaning: str
    aliases: tuple[str, ...] = ()
    line: int = 0


@dataclass(frozen=True, slots=True)
class Glossary:
    """A glossary file as read. `text` is the whole of it, without comments."""

    text: str
    terms: tuple[Term, ...] = ()
    warnings: tuple[str, ...] = ()


def parse_glossary(text: str) -> Glossary:
    """Read a glossary; any text gives one."""
    text = unicodedata.normalize("NFC", text.replace("\r\n", "\n").replace("\r", "\n"))
    # Comments are blanked line by line, so that the numbers of the lines after them stay right.
    text = _COMMENT.sub(lambda match: "\n" * match.group().count("\n"), text)
    text = without_template(text, TEMPLATE)
    reader = _Reader(text.split("\n"), parse_front_matter(text).lines)
    reader.read()
    return Glossary(text.strip(), tuple(reader.terms.values()), tuple(reader.warnings))


def glossary_file(brain: str, path: str = DEFAULT_PATH) -> CachedFile[Glossary]:
    """Return the glossary of a brain, read again whenever it changed on disk."""
    return CachedFile(Path(brain) / path, parse_glossary)


def create_glossary(brain: str, path: str = DEFAULT_PATH) -> bool:
    """Write the template where there is no glossary yet; returns whether it was written."""
    return write_template(Path(brain) / path, TEMPLATE)


def write_template(file: Path, text: str) -> bool:
    """Write a text to a new file and never over an old one; returns whether it was written."""
    if file.exists():
        return False
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("x", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
    except OSError as error:
        # Another window may have been quicker by a moment.
        if isinstance(error, FileExistsError) and file.exists():
            return False
        raise StorageFailed(
            f"the file {file.name} could not be written: {error.strerror}",
            hint="check that the brain folder exists and may be written to",
        ) from error
    return True


def without_template(text: str, template: str) -> str:
    """Blank the lines that came with a template: what it says to the person is nothing to tell a model.

    Its examples are comments; a person who takes one out of its comment means it.
    """
    ours = {line for line in _COMMENT.sub("", template).splitlines() if line}
    return "\n".join("" if line in ours else line for line in text.split("\n"))


class _Reader:
    """Walks over the lines once; the first entry of a term counts, later ones are named."""

    def __init__(self, lines: Sequence[str], skip: int) -> None:
        self._lines = lines
        self._skip = skip
        self._columns: tuple[int, int, int | None] | None = None
        self.terms: dict[str, Term] = {}
        self.warnings: list[str] = []

    def read(self) -> None:
        """Read every line into `terms` and `warnings`."""
        fenced = False
        for number, line in enumerate(self._lines, start=1):
            stripped = line.strip()
            fence = stripped.startswith(("```", "~~~"))
            fenced ^= fence
            is_row = stripped.startswith("|") and not fenced
            if not is_row:
                self._columns = None
            if number <= self._skip or fenced or fence or not stripped or stripped.startswith("#"):
                continue
            if is_row:
                self._row(stripped, number)
            else:
                self._entry(line, number)

    def _entry(self, line: str, number: int) -> None:
        bold = _BOLD.match(line.strip())
        item = _ITEM.match(line)
        if bold:
            separator = _SEPARATOR.match(bold.group(2))
            term, meaning = bold.group(1).rstrip(": "), bold.group(2)[separator.end() if separator else 0 :]
            # Bold words inside a sentence are emphasis, not an entry.
            if not separator and not bold.group(1).endswith(":"):
                if item:
                    self.warnings.append(f"line {number}: no meaning after the term")
                return
        elif item:
            plain = _PLAIN_SPLIT.match(item.group(1))
            if plain is None:
                self.warnings.append(f"line {number}: no meaning after the term (write `- term: meaning`)")
                return
            term, meaning = plain.group("term"), plain.group("meaning")
        else:
            return
        self._add(term, meaning, (), number)

    def _row(self, row: str, number: int) -> None:
        if _RULE.match(row):
            return
        cells = [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", row.strip("|"))]
        if self._columns is None:
            following = self._lines[number].strip() if number < len(self._lines) else ""
            self._columns = _columns(cells)
            if _RULE.match(following):
                return
        term, meaning, alias = self._columns
        if len(cells) <= max(term, meaning):
            self.warnings.append(f"line {number}: the row has too few cells")
            return
        aliases = _split(cells[alias]) if alias is not None and alias < len(cells) else ()
        self._add(cells[term], cells[meaning], aliases, number)

    def _add(self, term: str, meaning: str, aliases: tuple[str, ...], number: int) -> None:
        for found in (*_ALIASES.findall(term), *_ALIASES.findall(meaning)):
            aliases += _split(found)
        term, meaning = _ALIASES.sub("", term), _ALIASES.sub("", meaning).strip()
        if short := _IN_BRACKETS.search(term):
            aliases += _split(short.group(1))
            term = term[: short.start()]
        term = term.strip().strip('*_`"“” ')
        if not term or not meaning:
            self.warnings.append(f"line {number}: the entry has no {'meaning' if term else 'term'}")
        elif len(term) > _MAX_TERM:
            self.warnings.append(f"line {number}: the term is longer than {_MAX_TERM} characters")
        elif term.casefold() in self.terms:
            first = self.terms[term.casefold()].line
            self.warnings.append(f"line {number}: the term is explained on line {first} already; that one counts")
        else:
            others = tuple(dict.fromkeys(a for a in aliases if a.casefold() != term.casefold()))
            self.terms[term.casefold()] = Term(term, meaning, others, number)


def _columns(header: Sequence[str]) -> tuple[int, int, int | None]:
    """Which cells hold the term, its meaning and its aliases; by their names, else the first three in order."""

    def find(names: Sequence[str]) -> int | None:
        lowered = [cell.casefold() for cell in header]
        return next((i for i, cell in enumerate(lowered) if any(name in cell for name in names)), None)

    term, meaning, alias = find(_TERM_COLUMNS), find(_MEANING_COLUMNS), find(_ALIAS_COLUMNS)
    if term is None or meaning is None or term == meaning:
        return 0, 1, alias if alias is not None and alias > 1 else None
    return term, meaning, alias if alias not in (term, meaning) else None


def _split(text: str) -> tuple[str, ...]:
    parts = (part.strip().strip("`*\"“”'") for part in re.split(r"\s*[,;/、]\s*", text))
    return tuple(part for part in parts if part)
