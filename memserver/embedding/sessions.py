"""Opens onnxruntime sessions the way memserver wants them: one thread, no spinning, no noise on the terminal.

Owns the settings of a session and nothing of what runs in it. Recent versions of onnxruntime report how they are used
to their maker unless they are told not to: here they are told, before they are loaded. Importing onnxruntime takes a
third of a second, so it happens here, at the first session.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from memserver.errors import EmbeddingFailed

_SEVERITY_ERROR = 3
_NO_TELEMETRY = "ORT_DISABLE_TELEMETRY"


def open_session(graph: Path, *, optimise: bool = False) -> Any:
    """Open the model at `graph`, or raise EmbeddingFailed with what to do.

    Without `optimise` the graph runs as it was written: onnxruntime would fuse the normalisations of our own graph into
    a slower kernel. Other people's graphs gain by it.
    """
    os.environ[_NO_TELEMETRY] = "1"
    try:
        import onnxruntime  # noqa: PLC0415 - heavy, only needed once a model is wanted
    except ImportError as error:
        raise EmbeddingFailed(
            "onnxruntime is not installed or cannot be loaded on this machine.",
            hint="Install it with `pip install onnxruntime`, or configure an OpenAI-compatible endpoint.",
        ) from error
    onnxruntime.disable_telemetry_events()
    options = onnxruntime.SessionOptions()
    # A server in an editor shares the machine: one thread per call, and none that burns a core while it waits.
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.log_severity_level = _SEVERITY_ERROR
    levels = onnxruntime.GraphOptimizationLevel
    options.graph_optimization_level = levels.ORT_ENABLE_ALL if optimise else levels.ORT_ENABLE_BASIC
    try:
        return onnxruntime.InferenceSession(str(graph), options, providers=["CPUExecutionProvider"])
    # onnxruntime's own errors derive from RuntimeError or directly from Exception, depending on its version.
    except Exception as error:
        raise EmbeddingFailed(
            f"The embedding model {graph.name} cannot be loaded ({type(error).__name__}).",
            hint="Delete the model cache folder and start again; for a model of your own, check the file.",
        ) from error
