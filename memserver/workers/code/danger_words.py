"""What is said about each kind of danger, in English and Korean: what it is, and what to do about it."""

from __future__ import annotations

from typing import NamedTuple


class Words(NamedTuple):
    """A title and an advice in both languages."""

    title: str
    korean_title: str
    advice: str
    korean_advice: str


WORDS = {
    "eval": Words(
        "Text is run as code", "문자열을 코드로 실행합니다",
        "parse the value, or look it up in a table", "값을 해석하거나 표에서 찾으세요",
    ),
    "shell-injection": Words(
        "A command goes through a shell", "명령이 셸을 거칩니다",
        "start the program with a list of arguments", "인자 목록으로 프로그램을 실행하세요",
    ),
    "sql-injection": Words(
        "SQL is put together from parts", "SQL을 이어 붙입니다", "use parameters", "매개변수를 쓰세요",
    ),
    "html-injection": Words(
        "Markup comes from a variable", "변수로 마크업을 만듭니다",
        "escape it, or set it as text", "이스케이프하거나 글자로 넣으세요",
    ),
    "tls-off": Words(
        "Certificates are not checked", "인증서를 검사하지 않습니다",
        "anybody in between can read and change the traffic", "중간에서 누구나 읽고 바꿀 수 있습니다",
    ),
    "weak-hash": Words(
        "A broken hash is used", "안전하지 않은 해시를 씁니다",
        "use sha256, or say that it guards nothing", "sha256을 쓰거나 보안용이 아님을 밝히세요",
    ),
    "weak-cipher": Words(
        "A weak cipher is used", "약한 암호화를 씁니다", "use AES-GCM with a fresh nonce", "AES-GCM을 쓰세요",
    ),
    "weak-key": Words("A key is too short", "키가 너무 짧습니다", "use at least 2048 bits", "2048비트 이상을 쓰세요"),
    "weak-random": Words(
        "A secret comes from a predictable source", "예측되는 난수로 비밀 값을 만듭니다",
        "use the random source of the crypto library", "암호용 난수를 쓰세요",
    ),
    "pipe-to-shell": Words(
        "A download is run unseen", "내려받은 것을 그대로 실행합니다",
        "download, check, then run", "내려받아 확인한 뒤 실행하세요",
    ),
    "world-writable": Words(
        "Everybody may write there", "누구나 쓸 수 있게 됩니다",
        "give rights to the owner only", "소유자만 허용하세요",
    ),
    "unguarded-delete": Words(
        "A delete may start at the root", "루트부터 지울 수 있습니다",
        "an empty variable leaves only the slash: write ${name:?}", "변수가 비면 /만 남습니다: ${name:?}를 쓰세요",
    ),
    "unsafe-yaml": Words(
        "YAML that can run code", "코드를 실행할 수 있는 YAML입니다", "use safe_load", "safe_load를 쓰세요",
    ),
    "unsafe-deserialisation": Words(
        "Objects are made from bytes", "바이트에서 객체를 만듭니다",
        "whoever writes the bytes can run code: use JSON", "바이트를 쓴 사람이 코드를 실행합니다: JSON을 쓰세요",
    ),
    "unsafe-xml": Words(
        "XML is parsed without protection", "XML을 보호 없이 해석합니다", "use defusedxml", "defusedxml을 쓰세요",
    ),
    "unsafe-archive": Words(
        "An archive is unpacked unchecked", "압축을 확인 없이 풉니다",
        "its paths may lead outside of the folder", "폴더 밖에 쓸 수 있습니다",
    ),
    "unsafe-temporary-file": Words(
        "A temporary file has a name that can be guessed", "임시 파일 이름이 예측됩니다",
        "use mkstemp", "mkstemp를 쓰세요",
    ),
    "debug-server": Words(
        "A server runs in debug mode", "서버가 디버그 모드로 실행됩니다",
        "its console runs anybody's code", "콘솔에서 누구나 코드를 실행할 수 있습니다",
    ),
    "no-timeout": Words(
        "A request may wait for ever", "끝없이 기다릴 수 있는 요청입니다", "give a time-out", "제한 시간을 두세요",
    ),
    "open-url": Words(
        "A URL is opened without a look at its scheme", "주소의 종류를 확인하지 않고 엽니다",
        "file: would read local files", "file: 주소는 로컬 파일을 읽습니다",
    ),
    "workflow-injection": Words(
        "A workflow runs text of strangers", "워크플로가 외부 입력을 실행합니다",
        "pass it through env", "env로 넘기세요",
    ),
    "privileged-container": Words(
        "A container has all rights of its host", "컨테이너가 호스트 권한을 모두 갖습니다",
        "give the single capability that it needs", "필요한 권한만 주세요",
    ),
    "reordered-text": Words(
        "Characters that reorder what is shown", "보이는 순서를 바꾸는 문자가 있습니다",
        "the code may not say what it seems to say", "보이는 것과 다른 코드일 수 있습니다",
    ),
    "buffer-overflow": Words(
        "A copy without a bound", "크기 제한 없는 복사입니다", "use the form with a size", "크기를 받는 함수를 쓰세요",
    ),
    "sql-grant": Words(
        "All rights on everything", "모든 권한을 줍니다", "grant what is needed", "필요한 권한만 주세요",
    ),
}  # fmt: skip


def words_of(kind: str) -> Words:
    """Return what is said about a kind of danger; one that is not in the table speaks through its name."""
    plain = kind.replace("-", " ").replace("_", " ").capitalize()
    return WORDS.get(kind, Words(plain, plain, "", ""))
