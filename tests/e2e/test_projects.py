"""Projects: the repository is the identity, nothing leaks from one into another, and what moved on is called stale."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.client import Client
from tests.e2e.conftest import StartServer

Git = Callable[..., str]


def _repository(git: Git, folder: Path, name: str) -> Path:
    folder.mkdir(parents=True)
    git(folder, "init", "-q")
    (folder / "README.md").write_text(f"# {name}\n")
    git(folder, "add", "README.md")
    git(folder, "commit", "-q", "-m", f"Begin {name}")
    return folder


def _remember(server: Client, content: str, workspace: Path | None = None, **more: Any) -> str:
    where = {"workspaceUri": workspace.as_uri()} if workspace else {}
    memory_id: str = server.call("memory/add", {"layer": "project", "content": content, **where, **more})["id"]
    return memory_id


def _found(server: Client, query: str, workspace: Path) -> list[str]:
    params = {"query": query, "limit": 20, "workspaceUri": workspace.as_uri()}
    return [hit["id"] for hit in server.call("memory/search", params)["results"]]


def _recalled(server: Client, prompt: str, workspace: Path) -> list[str]:
    params = {"prompt": prompt, "sessionId": "s", "workspaceUri": workspace.as_uri()}
    return [item["id"] for item in server.call("context/build", params)["items"]]


def test_two_repositories_never_leak_into_each_other(start: StartServer, git: Git, tmp_path: Path) -> None:
    apples, pears = _repository(git, tmp_path / "apples", "apples"), _repository(git, tmp_path / "pears", "pears")
    server = start(workspace=apples)
    mine = _remember(server, "The parser of this project is written in Rust. 파서는 러스트로 작성했다.", apples)
    theirs = _remember(server, "The parser of this project is written in Zig. 파서는 지그로 작성했다.", pears)
    everyone = server.call("memory/add", {"layer": "long-term", "content": "I like parser generators."})["id"]
    assert server.call("memory/get", {"id": theirs})["relations"] == []
    for query in ("What is the parser written in?", "파서는 무엇으로 작성했나요?"):
        for workspace, own, other in ((apples, mine, theirs), (pears, theirs, mine)):
            found, recalled = _found(server, query, workspace), _recalled(server, query, workspace)
            assert own in found
            assert own in recalled
            assert other not in found
            assert other not in recalled
    assert everyone in _found(server, "parser generators", apples)
    assert everyone in _found(server, "parser generators", pears)
    listed = server.call("memory/list", {"workspaceUri": pears.as_uri()})["items"]
    assert {item["id"] for item in listed} == {theirs, everyone}
    first, second = (server.call("memory/get", {"id": each}) for each in (mine, theirs))
    assert first["projectId"] != second["projectId"]
    assert (first["project"], second["project"]) == ("apples", "pears")
    assert first["scope"] == second["scope"] == "project"


def test_memories_are_counted_and_listed_by_project(start: StartServer, git: Git, tmp_path: Path) -> None:
    apples, pears = _repository(git, tmp_path / "apples", "apples"), _repository(git, tmp_path / "pears", "pears")
    server = start(workspace=apples)
    mine = [_remember(server, f"Apple tree {number} stands in row {number}.", apples) for number in range(3)]
    theirs = _remember(server, "The pear tree stands alone.", pears)
    everyone = server.call("memory/add", {"layer": "long-term", "content": "I like fruit."})["id"]
    counted = server.call("memory/stats")["byProject"]
    assert [(each["name"], each["memories"]) for each in counted] == [("apples", 3), ("", 1), ("pears", 1)]
    ids = {each["name"]: each["id"] for each in counted}
    assert ids[""] == ""

    def listed(**params: Any) -> list[str]:
        return [item["id"] for item in server.call("memory/list", params)["items"]]

    assert listed(projectId=ids["apples"]) == mine[::-1]
    assert listed(projectId=ids["pears"]) == [theirs]
    assert listed(projectId="") == [everyone]
    assert listed(projectId=ids["apples"], workspaceUri=pears.as_uri()) == []
    page = server.call("memory/list", {"projectId": ids["apples"], "limit": 2})
    assert listed(projectId=ids["apples"], cursor=page["cursor"]) == mine[:1]


def test_worktrees_and_clones_share_one_project(start: StartServer, git: Git, tmp_path: Path) -> None:
    original = _repository(git, tmp_path / "origin", "origin")
    worktree, clone = tmp_path / "worktree", tmp_path / "clone"
    git(original, "worktree", "add", "-q", str(worktree))
    git(tmp_path, "clone", "-q", str(original), str(clone))
    server = start(workspace=original)
    ids = {_remember(server, f"Written in the {place.name}.", place) for place in (original, worktree, clone)}
    projects = {server.call("memory/get", {"id": each})["projectId"] for each in ids}
    assert len(projects) == 1
    for place in (original, worktree, clone):
        assert ids <= set(_found(server, "Where was it written?", place))


def test_a_folder_without_git_is_a_project_of_its_own(start: StartServer, tmp_path: Path) -> None:
    first, second = tmp_path / "one", tmp_path / "two"
    first.mkdir()
    second.mkdir()
    server = start(workspace=first)
    mine = _remember(server, "This folder holds recipes.")
    theirs = _remember(server, "This folder holds invoices.", second)
    assert mine in _found(server, "What does this folder hold?", first)
    assert theirs not in _found(server, "What does this folder hold?", first)


def test_a_conversation_of_a_named_workspace_stays_there(start: StartServer, git: Git, tmp_path: Path) -> None:
    apples, pears = _repository(git, tmp_path / "apples", "apples"), _repository(git, tmp_path / "pears", "pears")
    server = start(workspace=apples)
    item = {"layer": "episodic", "content": "We talked about the orchard heating.", "workspaceUri": apples.as_uri()}
    talk = server.call("memory/add", item)["id"]
    assert talk in _found(server, "orchard heating", apples)
    assert talk not in _found(server, "orchard heating", pears)


def test_memories_carry_the_state_of_the_repository(start: StartServer, git: Git, tmp_path: Path) -> None:
    repository = _repository(git, tmp_path / "repository", "repository")
    server = start(workspace=repository)
    memory = server.call("memory/get", {"id": _remember(server, "Written on main.")})
    assert memory["gitCommit"] == git(repository, "rev-parse", "HEAD").strip()
    assert memory["gitBranch"] == "main"


@pytest.mark.parametrize("change", ["changed", "missing"])
def test_a_memory_whose_file_moved_on_is_stale(start: StartServer, git: Git, tmp_path: Path, change: str) -> None:
    repository = _repository(git, tmp_path / "repository", "repository")
    source = repository / "retry.py"
    source.write_text("LIMIT = 3\n")
    server = start(workspace=repository)
    memory_id = _remember(
        server, "The retry limit in retry.py is three. 재시도 한도는 세 번이다.", relatedFiles=["retry.py"]
    )
    fresh = server.call("memory/get", {"id": memory_id})
    assert fresh["stale"] is False
    assert [Path(file["path"]).name for file in fresh["relatedFiles"]] == ["retry.py"]
    source.touch()
    assert server.call("memory/get", {"id": memory_id})["stale"] is False
    if change == "changed":
        source.write_text("LIMIT = 5\n")
    else:
        source.unlink()
    stale = server.call("memory/get", {"id": memory_id})
    assert stale["stale"] is True
    reason = "value-changed: LIMIT in retry.py" if change == "changed" else f"file-missing: {source}"
    assert stale["staleReasons"] == [reason]
    for query in ("What is the retry limit?", "재시도 한도는?"):
        hit = next(hit for hit in server.call("memory/search", {"query": query})["results"] if hit["id"] == memory_id)
        assert hit["stale"] is True
        turn = server.call("context/build", {"prompt": query, "sessionId": "s"})
        item = next(item for item in turn["items"] if item["id"] == memory_id)
        assert item["stale"] is True
        line = next(line for line in turn["text"].splitlines() if "retry limit in retry.py" in line)
        assert "may be out of date" in line or "오래되었을 수 있음" in line
    without = server.call("memory/search", {"query": "What is the retry limit?", "includeStale": False})["results"]
    assert memory_id not in [hit["id"] for hit in without]
    if change == "changed":
        source.write_text("LIMIT = 3\n")
        assert server.call("memory/get", {"id": memory_id})["stale"] is False


def test_a_memory_is_stale_for_what_it_speaks_of_alone(start: StartServer, git: Git, tmp_path: Path) -> None:
    repository = _repository(git, tmp_path / "repository", "repository")
    source = repository / "src" / "retry.py"
    source.parent.mkdir()
    text = "LIMIT = 3\n\n\ndef wait(attempt):\n    return 2**attempt\n\n\ndef give_up():\n    raise TimeoutError\n"
    source.write_text(text)
    git(repository, "add", "-A")
    git(repository, "commit", "-q", "-m", "Retry")
    server = start(workspace=repository)
    limit = _remember(server, "LIMIT is 3.", relatedFiles=["src/retry.py"])
    giving_up = _remember(server, "`give_up` raises TimeoutError.", relatedFiles=["src/retry.py"])

    def reasons() -> list[list[str]]:
        return [server.call("memory/get", {"id": each})["staleReasons"] for each in (limit, giving_up)]

    source.write_text("# Waits longer each time.\n" + text.replace("2**attempt", "3**attempt"))
    assert reasons() == [[], []]
    source.write_text(text.replace("TimeoutError", "SystemExit"))
    assert reasons() == [[], ["symbol-changed: give_up in retry.py"]]
    (repository / "lib").mkdir()
    git(repository, "mv", "src/retry.py", "lib/again.py")
    git(repository, "commit", "-q", "-a", "-m", "Move")
    assert reasons() == [[], ["symbol-changed: give_up in again.py"]]
    moved = server.call("memory/get", {"id": limit})
    assert [file["path"] for file in moved["relatedFiles"]] == [str(repository / "lib" / "again.py")]
    (repository / "lib" / "again.py").write_text(text.replace("LIMIT = 3\n", ""))
    assert reasons() == [["symbol-missing: LIMIT in again.py"], []]
    turn = server.call("context/build", {"prompt": "What is the LIMIT of retry?", "sessionId": "s"})
    assert "LIMIT is no longer in again.py" in turn["text"]


def test_what_is_extracted_is_tied_to_the_files_that_it_names(start: StartServer, git: Git, tmp_path: Path) -> None:
    repository = _repository(git, tmp_path / "repository", "repository")
    (repository / "app").mkdir()
    (repository / "app" / "retry_policy.py").write_text("MAX_RETRIES = 3\n")
    server = start(workspace=repository)
    said = "We decided that MAX_RETRIES in retry_policy.py stays at 3 for the billing service."
    ended = server.call("session/end", {"sessionId": "s", "messages": [{"role": "user", "content": said}]})
    fact = {"content": "The retries are in retry_policy.py.", "factType": "observation"}
    recorded = server.call("facts/record", {**fact, "entities": {"files": ["retry_policy.py"]}})["id"]
    for memory_id in (ended["extracted"]["ids"][0], recorded):
        memory = server.call("memory/get", {"id": memory_id})
        assert [Path(file["path"]).name for file in memory["relatedFiles"]] == ["retry_policy.py"]
        assert memory["stale"] is False
    (repository / "app" / "retry_policy.py").write_text("MAX_RETRIES = 5\n")
    assert server.call("memory/get", {"id": ended["extracted"]["ids"][0]})["staleReasons"] == [
        "value-changed: MAX_RETRIES in retry_policy.py"
    ]


def test_new_words_of_a_memory_are_looked_for_in_its_files(start: StartServer, git: Git, tmp_path: Path) -> None:
    repository = _repository(git, tmp_path / "repository", "repository")
    source = repository / "limits.py"
    source.write_text("RETRY_LIMIT = 3\nTIME_LIMIT = 60\n")
    server = start(workspace=repository)
    memory_id = _remember(server, "RETRY_LIMIT is 3.", relatedFiles=["limits.py"])
    server.call("memory/update", {"id": memory_id, "content": "TIME_LIMIT is 60."})
    source.write_text("RETRY_LIMIT = 5\nTIME_LIMIT = 60\n")
    assert server.call("memory/get", {"id": memory_id})["stale"] is False
    source.write_text("RETRY_LIMIT = 5\nTIME_LIMIT = 90\n")
    assert server.call("memory/get", {"id": memory_id})["staleReasons"] == ["value-changed: TIME_LIMIT in limits.py"]


def test_a_standing_rule_whose_file_moved_on_is_told_with_its_doubt(
    start: StartServer, git: Git, tmp_path: Path
) -> None:
    repository = _repository(git, tmp_path / "repository", "repository")
    source = repository / "style.toml"
    source.write_text("length = 50\n")
    server = start(workspace=repository)
    rule = _remember(
        server, "Commit messages are written in the imperative.", relatedFiles=["style.toml"], category="rule"
    )
    for text, stale in (("length = 50\n", False), ("length = 72 or more\n", True)):
        source.write_text(text)
        asked = {"prompt": "write a commit message for these changes", "sessionId": "s"}
        turn = server.call("context/build", asked)
        (item,) = turn["items"]
        assert (item["id"], item["stale"], "rule" in item["reasons"]) == (rule, stale, True)
        assert ("⚠ may be out of date (style.toml changed): Commit" in turn["text"]) is stale
        for budget in (40, 60):
            assert server.call("context/build", {**asked, "maxTokens": budget})["usage"]["used"] <= budget


def test_who_vouches_for_a_memory_vouches_for_its_files_as_they_are(
    start: StartServer, git: Git, tmp_path: Path
) -> None:
    repository = _repository(git, tmp_path / "repository", "repository")
    source, other = repository / "retry.py", repository / "gone.py"
    source.write_text("LIMIT = 3\n")
    other.write_text("GONE = False\n")
    server = start(workspace=repository)
    memory_id = _remember(server, "Retries are limited in retry.py.", relatedFiles=["retry.py"])
    verify = {"id": memory_id, "status": "verified", "verifiedBy": "human_approval"}
    for line in ("LIMIT = 5\n", "LIMIT = 7\n"):
        source.write_text(line)
        assert server.call("memory/get", {"id": memory_id})["stale"] is True
        assert server.call("memory/setStatus", verify)["stale"] is False
    source.write_text("LIMIT = 9\n")
    # Saying without a name what is so already vouches for nothing.
    assert server.call("memory/setStatus", {"id": memory_id, "status": "verified"})["stale"] is True
    lost = _remember(server, "Whether it is gone stands in gone.py.", relatedFiles=["gone.py"])
    other.unlink()
    assert server.call("memory/setStatus", {**verify, "id": lost})["staleReasons"][0].startswith("file-missing")


def test_a_memory_of_an_abandoned_commit_is_stale(start: StartServer, git: Git, tmp_path: Path) -> None:
    repository = _repository(git, tmp_path / "repository", "repository")
    git(repository, "checkout", "-q", "-b", "experiment")
    git(repository, "commit", "-q", "--allow-empty", "-m", "An experiment")
    server = start(workspace=repository)
    memory_id = _remember(server, "The experiment replaced the queue by a table.")
    assert server.call("memory/get", {"id": memory_id})["stale"] is False
    git(repository, "checkout", "-q", "main")
    memory = server.poll(
        lambda: next((each for each in [server.call("memory/get", {"id": memory_id})] if each["stale"]), None),
        "staleness",
    )
    assert memory["staleReasons"][0].startswith("commit-not-in-history")
    git(repository, "merge", "-q", "experiment")
    server.poll(lambda: not server.call("memory/get", {"id": memory_id})["stale"], "the end of staleness")


@pytest.mark.parametrize("provider", ["off", "local"])
def test_what_another_project_holds_moves_no_score(start: StartServer, git: Git, tmp_path: Path, provider: str) -> None:
    shop, depot = _repository(git, tmp_path / "shop", "shop"), _repository(git, tmp_path / "depot", "depot")
    server = start(workspace=shop, options={"embeddingProvider": provider})
    for content in (
        "We deploy the storefront from the main branch every Tuesday at 10:00.",
        "Images are served by Cloudflare with a 30-day cache.",
        "결제 서버의 타임아웃은 8초로 정했다.",
        "Sohee owns the design tokens; ask her before changing colors.",
    ):
        _remember(server, content, shop)

    def scores() -> list[dict[str, Any]]:
        if provider != "off":
            server.wait_for_vectors()
        found = []
        for prompt in ("how often do we ship the shop?", "배포는 언제 하나요?", "how are images cached?"):
            turn = server.call("context/build", {"prompt": prompt, "sessionId": "s"})
            looked_at = server.call("context/explain", {"turnId": turn["turnId"]})["candidates"]
            found.append({each["id"]: (each["score"], each["reasons"]["match"]) for each in looked_at})
        return found

    alone = scores()
    assert all(alone[2])
    for number in range(40):
        _remember(
            server,
            f"The service for depot {number} is deployed from the release branch at {number % 24}:00, images cached.",
            depot,
            externalId=f"depot-{number}",
        )
    assert scores() == alone


def test_what_is_told_for_all_projects_is_told_without_a_workspace(
    start: StartServer, git: Git, tmp_path: Path
) -> None:
    shop = _repository(git, tmp_path / "shop", "shop")
    server = start(tmp_path / "data", workspace=shop)
    _remember(server, "This repository uses pnpm 8.", shop)
    everywhere = _remember(server, "Every repository uses pnpm, never npm.", shop, scope="global")
    server.close()
    server = start(tmp_path / "data")
    prompt = "Does a repository use pnpm or npm?"
    turn = server.call("context/build", {"prompt": prompt, "sessionId": "s"})
    found = server.call("memory/search", {"query": prompt})["results"]
    assert [item["id"] for item in turn["items"]] == [hit["id"] for hit in found] == [everywhere]
