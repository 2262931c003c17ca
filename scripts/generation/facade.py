"""The facade of the editor client: one function for each request, a file per area of the wire.

`ask.ts` says what a function sends its request with, and `index.ts` makes one facade of all areas.
"""

from __future__ import annotations

from generation.typescript import comment, file_name, folder, head
from generation.wire_types import methods_by_area, wire_name
from memserver.protocol.methods import Method

HEAD = head("the table of methods")

ASK = f"""\
{HEAD}
import type {{ CancellationToken }} from "vscode";
import type * as wire from "../protocol";

/** Sends one request and returns its answer. */
export type Ask = <M extends wire.MethodName>(
  method: M,
  params: wire.Requests[M]["params"],
  token?: CancellationToken,
) => Promise<wire.Requests[M]["result"]>;
"""

AREA_HEAD = f"""\
{HEAD}
import type {{ CancellationToken }} from "vscode";
import type * as wire from "../protocol";
import type {{ Ask }} from "./ask";

/** One function for each request of this area. */"""


def render() -> dict[str, str]:
    """Return the files of the folder by name."""
    methods = methods_by_area()
    files = {f"{file_name(area)}.ts": _area(area, found) for area, found in methods.items()}
    return folder(files, {"ask.ts": ASK, "index.ts": _index(sorted(methods))})


def _area(area: str, methods: list[Method]) -> str:
    functions = "\n\n".join(_function(method) for method in methods)
    return "\n".join([AREA_HEAD, f"export const {_name(area)} = (ask: Ask) => ({{", functions, "});", ""])


def _function(method: Method) -> str:
    first, *rest = method.name.split("/")
    name = first + "".join(part[0].upper() + part[1:] for part in rest)
    params, result = wire_name(method.params), wire_name(method.result)
    has_params = bool(method.params.model_fields)
    required = any(field.is_required() for field in method.params.model_fields.values())
    given = f"params: wire.{params}{'' if required else ' = {}'}, " if has_params else ""
    return "\n".join(
        [
            comment(method.summary, "  "),
            f"  {name}({given}token?: CancellationToken): Promise<wire.{result}> {{",
            f'    return ask("{method.name}", {"params" if has_params else "{}"}, token);',
            "  },",
        ]
    )


def _index(areas: list[str]) -> str:
    lines = [HEAD, *(f'import {{ {_name(area)} }} from "./{file_name(area)}";' for area in areas)]
    lines += ['import type { Ask } from "./ask";', "", 'export type { Ask } from "./ask";', ""]
    lines += ["/** One function for each request of the server. */"]
    lines += ["export type Facade = Readonly<ReturnType<typeof createFacade>>;", ""]
    lines += ["/** The facade that sends its requests with `ask`. */"]
    lines += ["export const createFacade = (ask: Ask) => ({", "  ask,"]
    return "\n".join([*lines, *(f"  ...{_name(area)}(ask)," for area in areas), "});", ""])


def _name(area: str) -> str:
    return f"{file_name(area)}Functions"
