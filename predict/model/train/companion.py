"""An earlier model, whose logits are added to those of the network. Two that learned apart make fewer errors together."""

import hashlib
import json
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch
from onnx import helper, numpy_helper
from torch.nn import functional as F

from . import photographs

PREFIX = "companion/"


class Companion:
    """The ONNX file of the earlier model, with its description beside it."""

    def __init__(self, folder: Path) -> None:
        description = json.loads((folder / "model.json").read_text())
        path = folder / description["file"]
        self.id, self.sha256 = description["model_id"], hashlib.sha256(path.read_bytes()).hexdigest()
        self.model = onnx.load(path)
        self.session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
        self.side = description["input"]["width"]
        mean, std = (np.float32(description["input"][key])[:, None, None] for key in ("mean", "std"))
        # from the input of the network to its own: (value / 255 - mean) / std
        self.scale = np.float32(photographs.STD)[:, None, None] / std
        self.shift = (np.float32(photographs.MEAN)[:, None, None] - mean) / std

    def logits(self, pictures: np.ndarray, size: int) -> np.ndarray:
        """Returns what the nodes of add give for pictures stretched to size."""
        found = []
        for i in range(0, len(pictures), 32):
            x = torch.from_numpy(photographs.normalize(photographs.shrink(pictures[i : i + 32], size)))
            x = F.interpolate(x, size=(self.side, self.side), mode="bilinear").numpy()
            found.append(self.session.run(["logits"], {"input": x * self.scale + self.shift})[0])
        return np.concatenate(found)

    def add(self, graph, size: int) -> str:
        """Adds its nodes to a graph with the input `input`, and returns the name of its logits."""
        arrays = {"share": np.float32([1, 1, self.side / size, self.side / size]), "scale": self.scale, "shift": self.shift}
        graph.weights += [numpy_helper.from_array(value, PREFIX + "to." + name) for name, value in arrays.items()]
        own = onnx.compose.add_prefix(self.model, PREFIX).graph
        attributes = {"mode": "linear", "coordinate_transformation_mode": "half_pixel"}
        resize = helper.make_node("Resize", ["input", "", PREFIX + "to.share"], [PREFIX + "resized"], **attributes)
        scaled = helper.make_node("Mul", [PREFIX + "resized", PREFIX + "to.scale"], [PREFIX + "scaled"])
        graph.nodes += [resize, scaled, helper.make_node("Add", [PREFIX + "scaled", PREFIX + "to.shift"], [own.input[0].name]), *own.node]
        graph.weights += own.initializer
        return own.output[0].name
