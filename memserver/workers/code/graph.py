"""Graphs of files and modules: cycles in them, and how files fall into modules that a person can keep in mind."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Mapping

Graph = Mapping[str, Iterable[str]]

MAX_MODULES = 24
"""More boxes than this and nobody reads the picture."""

_WORTH_SPLITTING = 6


def cycles(graph: Graph) -> list[list[str]]:
    """Return one shortest cycle for each group of nodes that reach each other, the smallest group first."""
    found = []
    for group in _strong_groups(graph):
        members = set(group)
        if len(members) > 1 or any(each in graph.get(each, ()) for each in members):
            found.append(
                min((_shortest(graph, each, members) for each in sorted(members)), key=lambda path: (len(path), path))
            )
    return sorted(found, key=lambda path: (len(path), path))


def groups_of(graph: Graph) -> list[list[str]]:
    """Return the groups of nodes that reach each other, each sorted."""
    return sorted(sorted(group) for group in _strong_groups(graph) if len(group) > 1)


def _strong_groups(graph: Graph) -> list[list[str]]:
    """Tarjan's algorithm, without recursion: a chain of a thousand imports must not overflow."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    open_nodes: list[str] = []
    is_open: set[str] = set()
    groups: list[list[str]] = []
    for root in sorted(graph):
        if root in index:
            continue
        work = [(root, iter(sorted(graph.get(root, ()))))]
        index[root] = low[root] = len(index)
        open_nodes.append(root)
        is_open.add(root)
        while work:
            node, following = work[-1]
            target = next(following, None)
            if target is None:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    groups.append(_closed(node, open_nodes, is_open))
            elif target not in index:
                index[target] = low[target] = len(index)
                open_nodes.append(target)
                is_open.add(target)
                work.append((target, iter(sorted(graph.get(target, ())))))
            elif target in is_open:
                low[node] = min(low[node], index[target])
    return groups


def _closed(node: str, open_nodes: list[str], is_open: set[str]) -> list[str]:
    group = []
    while True:
        each = open_nodes.pop()
        is_open.discard(each)
        group.append(each)
        if each == node:
            return group


def _shortest(graph: Graph, start: str, members: set[str]) -> list[str]:
    """The shortest way from a node back to itself within its group."""
    came: dict[str, str] = {}
    waiting = deque([start])
    while waiting:
        node = waiting.popleft()
        for target in sorted(graph.get(node, ())):
            if target == start:
                path = [node]
                while path[-1] != start:
                    path.append(came[path[-1]])
                return path[::-1]
            if target in members and target not in came:
                came[target] = node
                waiting.append(target)
    return [start]


def modules_of(paths: Iterable[str], most: int = MAX_MODULES) -> dict[str, str]:
    """Return the module of each file: folders, the large ones split until there are as many as one can survey."""
    groups: dict[str, list[str]] = {"": sorted(paths)}
    whole: set[str] = set()
    while len(groups) < most:
        open_groups = sorted(
            (name for name in groups if name not in whole), key=lambda name: (-len(groups[name]), name)
        )
        if not open_groups:
            break
        name = open_groups[0]
        parts = _split(name, groups[name])
        if name and not _is_worth_splitting(name, groups[name], parts, most - len(groups)):
            whole.add(name)
            continue
        del groups[name]
        groups.update(parts)
        whole.update(part for part in parts if part.endswith("*"))
    return {path: name for name, members in groups.items() for path in members}


def _is_worth_splitting(name: str, files: list[str], parts: Mapping[str, list[str]], room: int) -> bool:
    if len(files) < _WORTH_SPLITTING or len(parts) - 1 > room:
        return False
    return len(parts) > 1 or f"{name}/*" not in parts


def _split(folder: str, files: Iterable[str]) -> dict[str, list[str]]:
    parts: dict[str, list[str]] = {}
    prefix = f"{folder}/" if folder else ""
    for path in files:
        head, slash, _ = path[len(prefix) :].partition("/")
        name = prefix + head if slash else f"{folder or '.'}/*"
        parts.setdefault(name, []).append(path)
    return parts


def module_edges(edges: Mapping[str, Iterable[str]], module: Mapping[str, str]) -> Counter[tuple[str, str]]:
    """Count the imports that lead from one module to another."""
    found: Counter[tuple[str, str]] = Counter()
    for path, targets in edges.items():
        for target in targets:
            if path in module and target in module and module[path] != module[target]:
                found[module[path], module[target]] += 1
    return found
