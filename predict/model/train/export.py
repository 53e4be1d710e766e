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
from torch import nn

from .network import Block, Network

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

    def conv(self, layer: nn.Sequential, x: str, name: str) -> str:
        convolution, norm = layer
        scale = norm.weight / torch.sqrt(norm.running_var + norm.eps)
        kernel = convolution.weight * scale[:, None, None, None]
        bias = norm.bias - norm.running_mean * scale
        inputs = [x, self.weight(name + ".weight", kernel), self.weight(name + ".bias", bias)]
        pad, stride = convolution.padding[0], convolution.stride[0]
        size = convolution.kernel_size[0]
        return self.add("Conv", inputs, name, kernel_shape=[size] * 2, pads=[pad] * 4, strides=[stride] * 2)

    def block(self, block: Block, x: str, name: str) -> str:
        y = self.add("Relu", [self.conv(block.first, x, name + ".first")], name + ".middle")
        y = self.conv(block.second, y, name + ".second")
        if block.skip is not None:
            if block.stride > 1:
                x = self.add("AveragePool", [x], name + ".pool", kernel_shape=[2, 2], strides=[2, 2])
            x = self.conv(block.skip, x, name + ".skip")
        return self.add("Relu", [self.add("Add", [y, x], name + ".sum")], name)


def write(network: Network, path: Path, size: int, temperature: float, metadata: dict, half: bool = True) -> None:
    """Writes the file: `input` float32 [batch, 3, size, size], `logits` float32 [batch, classes]."""
    graph = Graph(half)
    ends = [("last", [-1]), ("before", [np.iinfo(np.int64).min]), ("across", [3]), ("backwards", [-1]), ("pairs", [2, -1, network.head.in_features])]
    graph.weights += [numpy_helper.from_array(np.array(value, np.int64), name) for name, value in ends]
    mirrored = graph.add("Slice", ["input", "last", "before", "across", "backwards"], "mirrored")
    x = graph.add("Concat", ["input", mirrored], "both", axis=0)
    x = graph.add("Relu", [graph.conv(network.stem, x, "stem")], "stem.out")
    for i, block in enumerate(network.blocks):
        x = graph.block(block, x, f"block{i}")
    x = graph.add("Flatten", [graph.add("GlobalAveragePool", [x], "mean")], "features", axis=1)
    x = graph.add("ReduceMean", [graph.add("Reshape", [x, "pairs"], "paired")], "joined", axes=[0], keepdims=0)
    head = network.head
    weights = [graph.weight("head.weight", head.weight / temperature), graph.weight("head.bias", head.bias / temperature)]
    graph.add("Gemm", [x, *weights], "logits", transB=1)
    classes = head.out_features
    model = helper.make_model(
        helper.make_graph(
            graph.nodes,
            "skeeter",
            [helper.make_tensor_value_info("input", TensorProto.FLOAT, ["batch", 3, size, size])],
            [helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["batch", classes])],
            graph.weights,
        ),
        opset_imports=[helper.make_opsetid("", OPSET)],
        ir_version=IR,
        producer_name="skeeter",
    )
    helper.set_model_props(model, {k: v if isinstance(v, str) else json.dumps(v) for k, v in metadata.items()})
    onnx.checker.check_model(model, full_check=True)
    onnx.save(model, path)
