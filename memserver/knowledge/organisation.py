"""The organisation's rules and ways of working, `.astra/organization.md`: read as it is, one template to begin with."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

from memserver.knowledge.cached_file import CachedFile
from memserver.knowledge.glossary import without_template, write_template

DEFAULT_PATH = ".astra/organization.md"

TEMPLATE = """\
# Organisation · 조직

How your organisation works. It goes along with every turn, so keep it short; it counts from the next turn on.
조직의 원칙과 일하는 방식을 적습니다. 모든 대화에 함께 들어가니 짧게 적으세요. 다음 대화부터 반영됩니다.

<!-- The examples are commented out · 아래 예시는 주석입니다
## Rules · 원칙
- Customer data never leaves the production network · 고객 데이터는 운영망 밖으로 나가지 않는다

## Ways of working · 일하는 방식
- Releases go out on Friday before noon · 배포는 금요일 오전에 한다
- Decisions are written down with who, what and why · 결정은 누가, 무엇을, 왜 정했는지 남긴다

## People · 사람
- Backend: …
-->
"""

_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_FRONT_MATTER = re.compile(r"\A---\n.*?\n(?:---|\.\.\.)\n", re.DOTALL)


def parse_organisation(text: str) -> str:
    """Return the rules without comments and front matter; empty when only headings are left."""
    text = unicodedata.normalize("NFC", text.replace("\r\n", "\n").replace("\r", "\n"))
    text = without_template(_COMMENT.sub("", _FRONT_MATTER.sub("", text)), TEMPLATE)
    text = re.sub(r"\n{3,}", "\n\n", text).strip()
    return text if any(line.strip() and not line.startswith("#") for line in text.split("\n")) else ""


def organisation_file(brain: str, path: str = DEFAULT_PATH) -> CachedFile[str]:
    """Return the rules of a brain, read again whenever the file changed on disk."""
    return CachedFile(Path(brain) / path, parse_organisation)


def create_organisation(brain: str, path: str = DEFAULT_PATH) -> bool:
    """Write the template where there is none yet; returns whether it was written."""
    return write_template(Path(brain) / path, TEMPLATE)
