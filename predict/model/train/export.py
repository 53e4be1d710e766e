"""Exports a trained network as an ONNX file, with batch normalization and temperature folded in and weights in half precision.

The exported network classifies each picture twice, as it is and mirrored, and returns the mean. That makes fewer errors and takes
twice the time. The graph is written by hand, so that it is small, the same for every version of PyTorch, and takes any batch.
"""

import json
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper

from .companion import Companion
from .distance import Space
from .network import Block, Network, Normalized

OPSET = 17
IR = 8  # supported by ONNX Runtime since 1.12


class Graph:
    """The nodes and weights so far. Weights are stored as float16 and cast when the file is loaded."""

    def __init__(self, half: bool) -> None:
        self.half, self.nodes, self.weights = half, [], []

    def weight(self, name: str, value: torch.Tensor) -> str:
        array = value.detach().cpu().float().numpy()
        if not self.half or array.ndim == 1:
            self.weights.append(numpy_helper.from_array(array, name))
            return name
        self.weights.append(numpy_helper.from_array(array.astype(np.float16), name + ".half"))
        self.nodes.append(helper.make_node("Cast", [name + ".half"], [name], to=TensorProto.FLOAT))
        return name

    def add(self, op: str, inputs: list[str], output: str, **attributes) -> str:
        self.nodes.append(helper.make_node(op, inputs, [output], name=output, **attributes))
        return output

    def conv(self, layer: Normalized, x: str, name: str) -> str:
        convolution, norm = layer
        scale = norm.weight / torch.sqrt(norm.running_var + norm.eps)
        kernel = convolution.weight * scale[:, None, None, None]
        bias = norm.bias - norm.running_mean * scale
        inputs = [x, self.weight(name + ".weight", kernel), self.weight(name + ".bias", bias)]
        before, after = layer.pads
        side, stride, group = convolution.kernel_size[0], convolution.stride[0], convolution.groups
        shape = {"kernel_shape": [side] * 2, "pads": [before, before, after, after], "strides": [stride] * 2}
        return self.add("Conv", inputs, name, group=group, **shape)

    def relu6(self, x: str) -> str:
        return self.add("Clip", [x, "zero", "six"], x + ".clipped")

    def block(self, block: Block, x: str, name: str) -> str:
        y = x if block.widen is None else self.relu6(self.conv(block.widen, x, name + ".widen"))
        y = self.relu6(self.conv(block.each, y, name + ".each"))
        y = self.conv(block.narrow, y, name + ".narrow")
        return self.add("Add", [x, y], name) if block.skips else y


def strangeness(graph: Graph, space: Space, x: str) -> None:
    """Adds `unknown`: the Mahalanobis distance of the features x to the nearest species, which distance.METHOD names."""

    def weight(name: str, value: np.ndarray) -> str:
        return graph.weight("unknown." + name, torch.from_numpy(np.ascontiguousarray(value, np.float32)))

    matrix = space.directions @ space.within
    place = graph.add("Gemm", [x, weight("place.weight", matrix), weight("place.bias", -space.centre @ matrix)], "unknown.place")
    graph.weights.append(numpy_helper.from_array(np.array([1], np.int64), "second"))
    z = graph.add("Unsqueeze", [place, "second"], "unknown.row")
    away = graph.add("Sub", [z, weight("means", space.means[None])], "unknown.away")
    squares = graph.add("ReduceSumSquare", [away], "unknown.squares", axes=[2], keepdims=0)
    graph.add("ReduceMin", [squares], "unknown", axes=[1])


def write(network: Network, companion: Companion, path: Path, size: int, temperature: float, space: Space, metadata: dict, half: bool = True) -> None:
    """Writes the file: `input` float32 [batch, 3, size, size], `logits` float32 [batch, classes], `unknown` float32 [batch, 1].

    The logits are the sum of those of the network and of its companion, divided by the temperature.
    """
    graph = Graph(half)
    ends = [("last", [-1]), ("before", [np.iinfo(np.int64).min]), ("across", [3]), ("backwards", [-1]), ("pairs", [2, -1, network.head.in_features])]
    graph.weights += [numpy_helper.from_array(np.array(value, np.int64), name) for name, value in ends]
    mirrored = graph.add("Slice", ["input", "last", "before", "across", "backwards"], "mirrored")
    x = graph.add("Concat", ["input", mirrored], "both", axis=0)
    graph.weights += [numpy_helper.from_array(np.float32(value), name) for name, value in (("zero", 0), ("six", 6))]
    x = graph.relu6(graph.conv(network.stem, x, "stem"))
    for i, block in enumerate(network.blocks):
        x = graph.block(block, x, f"block{i}")
    x = graph.relu6(graph.conv(network.last, x, "wide"))
    x = graph.add("Flatten", [graph.add("GlobalAveragePool", [x], "mean")], "features", axis=1)
    x = graph.add("ReduceMean", [graph.add("Reshape", [x, "pairs"], "paired")], "joined", axes=[0], keepdims=0)
    head = network.head
    weights = [graph.weight("head.weight", head.weight / temperature), graph.weight("head.bias", head.bias / temperature)]
    graph.weights.append(numpy_helper.from_array(np.float32(1 / temperature), "cooler"))
    beside = graph.add("Mul", [companion.add(graph, size), "cooler"], "beside")
    graph.add("Add", [graph.add("Gemm", [x, *weights], "own", transB=1), beside], "logits")
    strangeness(graph, space, x)
    classes = head.out_features
    model = helper.make_model(
        helper.make_graph(
            graph.nodes,
            "skeeter",
            [helper.make_tensor_value_info("input", TensorProto.FLOAT, ["batch", 3, size, size])],
            [helper.make_tensor_value_info(name, TensorProto.FLOAT, ["batch", n]) for name, n in (("logits", classes), ("unknown", 1))],
            graph.weights,
        ),
        opset_imports=[helper.make_opsetid("", OPSET)],
        ir_version=IR,
        producer_name="skeeter",
    )
    helper.set_model_props(model, {k: v if isinstance(v, str) else json.dumps(v) for k, v in metadata.items()})
    onnx.checker.check_model(model, full_check=True)
    onnx.save(model, path)
