from __future__ import annotations

import statistics

from benchmarks.block_turns import SOURCE_COUNTS, hundred_prompts, turn_inputs
from memserver.text.token_count import count_tokens
from memserver.turn.blocks.registry import build_blocks


def test_the_median_turn_pays_less_than_450_tokens_for_its_blocks() -> None:
    prompts = hundred_prompts()
    assert len(prompts) == 100
    assert {row["language"] for row in prompts} == {"en", "ko"}
    totals = []
    for number, row in enumerate(prompts):
        blocks, warnings = build_blocks(
            turn_inputs(row["text"], row["language"], SOURCE_COUNTS[number % len(SOURCE_COUNTS)])
        )
        assert warnings == []
        totals.append(count_tokens("\n\n".join(block.text for block in blocks)))
    assert statistics.median(totals) < 450
