from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


@pytest.mark.skipif(importlib.util.find_spec("onnx") is None, reason="the onnx package is for development only")
def test_the_packaged_graphs_of_texts_and_of_pairs_are_those_that_the_script_writes() -> None:
    script = ROOT / "scripts" / "build_e5_graph.py"
    result = subprocess.run(
        [sys.executable, str(script), "--check"],
        capture_output=True,
        text=True,
        check=False,
        env={"PYTHONPATH": str(ROOT)},
    )
    assert result.returncode == 0, result.stdout + result.stderr
