"""The life of a session with one editor: initialize, settings, shutdown, exit; and the engine that lives in between.

`initialize` answers at once. The engine is imported, opened and kept open by one task; requests that come early wait
for it. Every way out (exit, closed input, SIGTERM) cancels that task, and its `async with` closes everything.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from memserver import __version__
from memserver.config import Settings
from memserver.errors import InvalidParams, MemserverError, StorageFailed, place_of
from memserver.protocol.lifecycle import (
    ConfigurationParams,
    ExecuteCommandParams,
    InitializeParams,
    InitializeResult,
    ServerInfo,
)
from memserver.server import failures
from memserver.server.connection import Connection
from memserver.server.dispatch import dispatch, encode
from memserver.server.reporting import Reporter, capability
from memserver.server.routes import ROUTES, SLASH_COMMANDS, slash_line

if TYPE_CHECKING:
    from memserver.engine import Engine

log = logging.getLogger(__name__)

COMMAND_PREFIX = "memserver."
TURN_METHOD = "memserver/context/build"
# How long requests may go on after shutdown, or after the input ended: most are done in a fraction of it.
GRACE_SECONDS = 5.0


class NotInitialized(MemserverError):
    """The handshake has not taken place (the code is LSP's own)."""

    code = failures.NOT_INITIALIZED
    kind = "not-initialized"


class InvalidRequest(MemserverError):
    """A request that is not allowed now (the code is JSON-RPC's own)."""

    code = failures.INVALID_REQUEST
    kind = "invalid-request"


class Lifespan:
    """Runs requests and notifications of one editor session."""

    def __init__(self, connection: Connection, stopped: asyncio.Event) -> None:
        self._connection = connection
        self._stopped = stopped
        self._engine: asyncio.Future[Engine] | None = None
        self._keeper: asyncio.Task[None] | None = None
        self._shut_down = False
        self._closing = False
        self._settings = Settings()
        self._using: set[asyncio.Task[Any]] = set()
        self._configuring: asyncio.Task[None] | None = None
        self.exited = False
        """Whether the client said exit."""
        self._capabilities: dict[str, Any] = {}

    @property
    def exit_code(self) -> int:
        """What LSP asks for: 0 after a shutdown, 1 for an exit without one."""
        return 0 if self._shut_down or self._engine is None else 1

    async def request(self, method: str, params: Any) -> bytes:
        """Answer a request."""
        if method == "initialize":
            return encode(self._initialize(InitializeParams.model_validate(params or {})))
        if self._engine is None:
            raise NotInitialized("Send initialize first.")
        if method == "shutdown":
            return await self._shut()
        if self._shut_down:
            raise InvalidRequest("The server is shutting down.")
        if self._configuring is not None:
            await asyncio.shield(self._configuring)
        try:
            engine = await asyncio.shield(self._engine)
        except StorageFailed as failure:
            if method != TURN_METHOD:
                raise
            return await self._turn_without_store(params, failure)
        task = asyncio.current_task()
        assert task is not None
        self._using.add(task)
        try:
            if method == "workspace/executeCommand":
                return await self._execute(engine, ExecuteCommandParams.model_validate(params or {}))
            return await dispatch(engine, self._connection, method, params)
        finally:
            self._using.discard(task)

    async def _turn_without_store(self, params: Any, failure: StorageFailed) -> bytes:
        """Answer a turn that has no store to ask: it never fails because a part of it does."""
        from memserver.protocol.turn import BuildParams  # noqa: PLC0415 - not needed to initialize
        from memserver.server.handlers.turn import build_without_store  # noqa: PLC0415

        return encode(await build_without_store(BuildParams.model_validate(params or {}), self._settings, failure))

    async def notification(self, method: str, params: Any) -> None:
        """Act on a notification; unknown ones and bad ones are ignored, as LSP asks."""
        try:
            if method == "exit":
                # A client that sent its last messages in one go still gets its answers; let its shutdown begin.
                await asyncio.sleep(0)
                await self._connection.finish(GRACE_SECONDS if self._shut_down else 0)
                self.exited = True
                self._stopped.set()
            elif method == "$/cancelRequest" and isinstance(params, dict):
                self._connection.cancel(params.get("id", ""))
            elif method == "workspace/didChangeConfiguration" and self._engine is not None:
                self._start_configuring(ConfigurationParams.model_validate(params or {}))
        except Exception as failure:  # noqa: BLE001 - a notification has nobody to answer to
            log.warning("the notification %s was ignored: %s", method, place_of(failure))

    async def _shut(self) -> bytes:
        self._shut_down = True
        await self._connection.finish(GRACE_SECONDS)
        await self.close()
        return b"null"

    async def close(self) -> None:
        """Stop everything; called on every way out."""
        self._closing = True
        await self._connection.cancel_all()
        if self._configuring is not None:
            self._configuring.cancel()
            await asyncio.wait([self._configuring])
        await self._close_engine()

    def _initialize(self, params: InitializeParams) -> InitializeResult:
        if self._engine is not None:
            raise InvalidRequest("initialize was sent before.")
        self._settings, complaints = Settings.read(params.initialization_options)
        self._complain(complaints)
        self._capabilities = params.capabilities
        self._locale = params.locale
        self._workspace = params.workspace_folders[0].uri if params.workspace_folders else params.root_uri
        self._open_engine(self._settings)
        commands = [COMMAND_PREFIX + name.replace("/", ".") for name in (*ROUTES, *SLASH_COMMANDS)]
        return InitializeResult(
            capabilities={
                "textDocumentSync": 0,
                "executeCommandProvider": {"commands": commands, "workDoneProgress": True},
                "workspace": {"workspaceFolders": {"supported": True}},
            },
            server_info=ServerInfo(name="memserver", version=__version__),
        )

    def _open_engine(self, settings: Settings) -> None:
        """Begin to open the engine; requests wait for it from now on."""
        self._engine = asyncio.get_running_loop().create_future()
        self._engine.add_done_callback(lambda done: done.cancelled() or done.exception())
        self._keeper = asyncio.create_task(self._keep_engine(settings, self._workspace), name="engine")

    async def _keep_engine(self, settings: Settings, workspace: str | None) -> None:
        """Open the engine, hold it open until cancelled, close it."""
        assert self._engine is not None
        try:
            # Let the answer to initialize leave first: importing the engine takes a moment.
            await asyncio.sleep(0)
            from memserver.engine import Engine  # noqa: PLC0415
            from memserver.folders import path_of  # noqa: PLC0415

            reporter = Reporter(self._connection, self._capabilities)
            # A workspace that is no local folder (a virtual file system) is simply not read.
            local = workspace is not None and (workspace.startswith("file:") or "://" not in workspace)
            folder = path_of(workspace, "workspaceFolders") if workspace and local else None
            opening = Engine.open(settings, workspace_path=folder, locale=self._locale, reporter=reporter)
            async with opening as engine:
                self._engine.set_result(engine)
                await asyncio.Event().wait()
        except MemserverError as failure:
            what = "closed with everything written" if self._engine.done() else "opened"
            log.error("the store could not be %s: %s", what, failure.message)
            self._fail_engine(failure)
        except Exception as failure:  # noqa: BLE001 - the owner of a background task
            log.error("the engine could not be opened: %s", place_of(failure))
            self._fail_engine(failure)

    def _fail_engine(self, failure: Exception) -> None:
        if self._engine is not None and not self._engine.done():
            self._engine.set_exception(failure)

    async def _close_engine(self) -> None:
        if self._keeper is not None:
            self._keeper.cancel()
            with suppress(asyncio.CancelledError):
                await self._keeper
            self._keeper = None

    def _start_configuring(self, params: ConfigurationParams) -> None:
        """Take over settings beside the reading of messages (the client may have to be asked); requests wait for it."""
        task = asyncio.create_task(self._configure(params, self._configuring), name="configuration")
        self._configuring = task
        task.add_done_callback(self._configured)

    def _configured(self, task: asyncio.Task[None]) -> None:
        if self._configuring is task:
            self._configuring = None

    async def _configure(self, params: ConfigurationParams, earlier: asyncio.Task[None] | None) -> None:
        try:
            if earlier is not None:
                await asyncio.wait([earlier])
            await self._take_settings(params.settings)
        except Exception as failure:  # noqa: BLE001 - the owner of a background task
            log.warning("the settings were not taken over: %s", place_of(failure))

    async def _take_settings(self, raw: Any) -> None:
        if raw is None and capability(self._capabilities, "workspace", "configuration"):
            asked = {"items": [{"section": "memserver"}]}
            answer = await asyncio.wait_for(
                self._connection.send_request_async("workspace/configuration", asked), timeout=5
            )
            raw = answer[0] if isinstance(answer, list) and answer else None
        if isinstance(raw, dict) and isinstance(raw.get("memserver"), dict):
            raw = raw["memserver"]
        if isinstance(raw, dict) and self._engine is not None:
            try:
                engine = await asyncio.shield(self._engine)
                complaints, reopen = engine.configure(raw)
                self._settings = engine.settings
            except Exception:  # noqa: BLE001 - it was logged; perhaps the engine can be opened with other settings
                self._settings, complaints = Settings.read({**self._settings.model_dump(by_alias=True), **raw})
                reopen = True
            self._complain(complaints)
            if reopen:
                await self._reopen_engine()

    async def _reopen_engine(self) -> None:
        """Close the engine when nobody uses it any more, and open it with the present settings."""
        if self._using:
            _, late = await asyncio.wait(self._using, timeout=GRACE_SECONDS)
            for task in late:
                task.cancel()
        await self._close_engine()
        if not self._closing:
            self._open_engine(self._settings)

    def _complain(self, complaints: list[str]) -> None:
        if complaints:
            message = "memserver settings: " + "; ".join(complaints)
            self._connection.notify("window/showMessage", {"type": 2, "message": message})

    async def _execute(self, engine: Engine, params: ExecuteCommandParams) -> bytes:
        name = params.command.removeprefix(COMMAND_PREFIX).replace(".", "/")
        if name in SLASH_COMMANDS:
            return await dispatch(
                engine, self._connection, "memserver/commands/run", slash_line(name, params.arguments)
            )
        if name not in ROUTES:
            raise InvalidParams(f"There is no command {params.command[:100]!r}.", field="command")
        arguments = params.arguments[0] if params.arguments else {}
        if params.work_done_token is not None and isinstance(arguments, dict):
            arguments = {"workDoneToken": params.work_done_token, **arguments}
        return await dispatch(engine, self._connection, f"memserver/{name}", arguments)
