"""A trained network in ONNX form, run by ONNX Runtime on one thread of the processor."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
from numpy import ndarray

from companion.errors import CompanionError

MODELS = Path(__file__).parent / "models"


class Network:
    """A network ready to run; safe to share between threads, for a run keeps no state."""

    def __init__(self, name: str) -> None:
        path = MODELS / f"{name}.onnx"
        if not path.is_file():
            raise CompanionError(
                f"The network {path.name!r} is missing from the installation; install the companion again."
            )
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = 3
        self._session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
        self._inputs = [i.name for i in self._session.get_inputs()]

    def run(self, *inputs: ndarray[Any, Any]) -> ndarray[Any, np.dtype[np.float32]]:
        """The network's one output for these inputs."""
        feed = {name: np.ascontiguousarray(x, np.float32) for name, x in zip(self._inputs, inputs, strict=True)}
        return np.asarray(self._session.run(None, feed)[0], np.float32)
