"""Life cycle: what memserver reads of LSP's own messages."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from memserver.protocol.base import WireModel


class WorkspaceFolder(WireModel):
    """A folder that is open in the editor."""

    uri: str
    name: str = ""


class ClientInfo(WireModel):
    """The editor."""

    name: str = ""
    version: str | None = None


class InitializeParams(WireModel):
    """The handshake."""

    process_id: int | None = None
    client_info: ClientInfo | None = None
    root_uri: str | None = None
    workspace_folders: list[WorkspaceFolder] | None = None
    capabilities: dict[str, Any] = Field(default_factory=dict)
    initialization_options: dict[str, Any] | None = None
    locale: str | None = None


class ServerInfo(WireModel):
    """Who answers."""

    name: str
    version: str


class InitializeResult(WireModel):
    """What this server can do."""

    capabilities: dict[str, Any]
    server_info: ServerInfo


class ConfigurationParams(WireModel):
    """Settings that changed: `{memserver: {…}}`, the bare settings, or null when the client wants to be asked."""

    settings: Any = None


class CancelParams(WireModel):
    """Names the request that is to stop."""

    id: int | str


class ExecuteCommandParams(WireModel):
    """An LSP command: `memserver.<name>` with the request's params as its first argument."""

    command: str
    arguments: list[Any] = Field(default_factory=list)
    work_done_token: int | str | None = None
