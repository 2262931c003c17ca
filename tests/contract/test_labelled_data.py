"""The labelled cases of the benchmarks are whole: a slip of a key would be counted as a miss of the server."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

DATA = Path(__file__).resolve().parent.parent.parent / "benchmarks" / "data"


def read(name: str) -> dict[str, Any]:
    content: dict[str, Any] = json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))
    return content


def test_every_rule_of_a_case_exists_and_is_told_or_not() -> None:
    content = read("standing-rules")
    keys = [rule["key"] for rule in content["rules"]]
    cases = content["cases"]
    assert len(set(keys)) == len(keys)
    assert len({case["key"] for case in cases}) == len(cases) == 120
    assert sum(bool(case["told"]) for case in cases) == 60
    for case in cases:
        assert not set(case["told"]) & set(case["notTold"]), case["key"]
        assert {*case["told"], *case["notTold"]} <= set(keys), case["key"]


def test_every_rule_is_told_somewhere() -> None:
    content = read("standing-rules")
    told = {key for case in content["cases"] for key in case["told"]}
    assert told == {rule["key"] for rule in content["rules"]}


def test_errands_and_near_errands_are_whole() -> None:
    prompts = read("errands")["prompts"]
    assert Counter(prompt["kind"] for prompt in prompts) == {"acknowledgement": 35, "errand": 30, "near": 35}
    assert len({prompt["key"] for prompt in prompts}) == len(prompts)
    for prompt in prompts:
        assert ("memory" in prompt) is (prompt["kind"] == "near"), prompt["key"]
