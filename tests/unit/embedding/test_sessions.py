"""Nothing leaves the machine: onnxruntime is told to report nothing, before it is loaded."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

SCRIPT = """
from pathlib import Path
from memserver.embedding.sessions import open_session
from memserver.errors import EmbeddingFailed
try:
    open_session(Path("none.onnx"))
except EmbeddingFailed:
    import os
    print(os.environ["ORT_DISABLE_TELEMETRY"])
"""


def test_onnxruntime_leaves_no_device_id_behind(tmp_path: Path) -> None:
    home = {"HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / ".cache"), "USERPROFILE": str(tmp_path)}
    environment = {**os.environ, **home, "PYTHONPATH": str(Path(__file__).parents[3])}
    environment.pop("ORT_DISABLE_TELEMETRY", None)
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert done.stdout == "1\n", done.stderr
    assert list(tmp_path.rglob("*")) == []
