"""Remote addresses in one normal form, so that every way of writing one repository's address is the same key.

Pure text: no file and no network is touched. User names, passwords and tokens never survive normalisation.
"""

from __future__ import annotations

import re
from urllib.parse import unquote, urlsplit

_SCP_LIKE = re.compile(r"^(?:[^@/\s]+@)?(?P<host>\[[^\]]+\]|[^:/\s\\]{2,}):(?P<path>(?!//)[^\\].*)$")
_DEFAULT_PORTS = {"ssh": 22, "https": 443, "http": 80, "git": 9418, "git+ssh": 22, "ssh+git": 22}

_HOST_ALIASES = {
    "ssh.github.com": "github.com",
    "www.github.com": "github.com",
    "altssh.gitlab.com": "gitlab.com",
    "altssh.bitbucket.org": "bitbucket.org",
    "ssh.dev.azure.com": "dev.azure.com",
}

_CASE_BLIND_HOSTS = frozenset({"github.com", "gitlab.com", "bitbucket.org", "codeberg.org", "dev.azure.com"})
"""Hosts that treat `Team/App` and `team/app` as one. Elsewhere two such paths may be two repositories."""


def normalise_remote(url: str) -> str | None:
    """Return `host/path` for a network address; None for a local path or what is no address."""
    text = url.strip()
    if not text or text.startswith(("/", ".", "~")) or re.match(r"^[A-Za-z]:[\\/]", text):
        return None
    if "://" in text:
        return _from_url(text)
    scp_like = _SCP_LIKE.match(text)
    if scp_like is None:
        return None
    return _joined(scp_like.group("host"), None, scp_like.group("path"))


def local_path(url: str) -> str | None:
    """Return the path that a remote on this machine names (`file://` or a plain path); None for the network."""
    text = url.strip()
    if text.lower().startswith("file://"):
        return unquote(urlsplit(text).path)
    if not text or normalise_remote(text) is not None or "://" in text:
        return None
    return text


def repository_name(normalised: str) -> str:
    """Return the last part of a normalised address: what people call the repository."""
    return normalised.rstrip("/").rsplit("/", 1)[-1]


def _from_url(text: str) -> str | None:
    try:
        parts = urlsplit(text)
        port = parts.port
        host = parts.hostname or ""
    except ValueError:
        return None
    if parts.scheme.lower() == "file" or not host:
        return None
    # The ssh form of GitHub and GitLab over port 443 is the same place as their ordinary address.
    if port == _DEFAULT_PORTS.get(parts.scheme.lower()) or host in _HOST_ALIASES:
        port = None
    return _joined(host, port, unquote(parts.path))


def _joined(host: str, port: int | None, path: str) -> str | None:
    host = host.lower().strip("[]").rstrip(".")
    host = _HOST_ALIASES.get(host, host)
    path = re.sub(r"/{2,}", "/", path.strip()).strip("/").removesuffix(".git").rstrip("/")
    if not path:
        return None
    if host == "dev.azure.com":
        path = path.removeprefix("v3/").replace("/_git/", "/")
    if host in _CASE_BLIND_HOSTS:
        path = path.lower()
    return f"{host}/{path}" if port is None else f"{host}:{port}/{path}"
