"""Exports the finder as find.onnx: batch normalization folded in, weights in half precision, the best box decoded in the graph."""

import json
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from ..export import IR, OPSET, Graph
from ..model import LICENCE, NOTICE
from .finder import COLOURS_MEAN, COLOURS_STD, FIELDS, STRIDE, Finder
from .residual import Block

NAME = "skeeter-find"


def metadata(version: int, size: int) -> dict:
    """Returns the description of the file, in the fields of model.json; its classes are the numbers of the answer."""
    return {
        "model_id": f"{NAME}-{version}",
        "input": {"name": "input", "width": size, "height": size, "resize": "stretch", "mean": COLOURS_MEAN, "std": COLOURS_STD},
        "output": {"name": "box", "kind": "logits"},
        "none": "",
        "classes": FIELDS,
        "licence": {"id": LICENCE["id"], "notice": NOTICE, "url": LICENCE["url"]},
    }


def constant(graph: Graph, name: str, value: np.ndarray) -> str:
    graph.weights.append(numpy_helper.from_array(value, name))
    return name


def residual(graph: Graph, block: Block, x: str, name: str) -> str:
    y = graph.add("Relu", [graph.conv(block.first, x, name + ".first")], name + ".middle")
    y = graph.conv(block.second, y, name + ".second")
    if block.skip is not None:
        if block.stride > 1:
            x = graph.add("AveragePool", [x], name + ".pool", kernel_shape=[2, 2], strides=[2, 2])
        x = graph.conv(block.skip, x, name + ".skip")
    return graph.add("Relu", [graph.add("Add", [y, x], name + ".sum")], name)


def boxes(graph: Graph, x: str, cells: int) -> None:
    """Adds what `decode` does: of the cell with the highest score, the score and the box in shares of the picture."""
    grid = np.zeros((1, len(FIELDS), cells * cells), np.float32)
    y, across = np.mgrid[0:cells, 0:cells].reshape(2, -1)
    grid[0, 1], grid[0, 2] = (across + 0.5) / cells, (y + 0.5) / cells
    scale = np.array([1, 1 / cells, 1 / cells, 1, 1], np.float32).reshape(1, -1, 1)
    flat = graph.add("Reshape", [x, constant(graph, "flat", np.array([0, len(FIELDS), -1], np.int64))], "cells")
    placed = graph.add("Add", [graph.add("Mul", [flat, constant(graph, "scale", scale)], "scaled"), constant(graph, "grid", grid)], "placed")
    ends = [constant(graph, name, np.array([v], np.int64)) for name, v in (("zero", 0), ("one", 1), ("three", 3), ("five", 5))]
    heat = graph.add("Slice", [flat, ends[0], ends[1], ends[1]], "heat")
    best = graph.add("ArgMax", [heat], "best", axis=2, keepdims=1)
    wide = graph.add("Concat", [best] * len(FIELDS), "wide", axis=1)
    one = graph.add("Flatten", [graph.add("GatherElements", [placed, wide], "gathered", axis=2)], "answer", axis=1)
    score = graph.add("Sigmoid", [graph.add("Slice", [one, ends[0], ends[1], ends[1]], "logit")], "score")
    middle = graph.add("Slice", [one, ends[1], ends[2], ends[1]], "middle")
    size = graph.add("Exp", [graph.add("Slice", [one, ends[2], ends[3], ends[1]], "log")], "size")
    graph.add("Concat", [score, middle, size], "box", axis=1)


def write(network: Finder, path: Path, version: int, size: int) -> None:
    """Writes the file: `input` float32 [batch, 3, size, size], `box` float32 [batch, fields]."""
    graph = Graph(half=True)
    x = graph.add("Relu", [graph.conv(network.stem, "input", "stem")], "stem.out")
    stages = []
    for i, block in enumerate(network.blocks):
        x = residual(graph, block, x, f"block{i}")
        stages.append(x)
    x = stages[1]
    for i, join in enumerate(network.joins):
        small = graph.conv(join, stages[i + 2], f"join{i}")
        scales = constant(graph, f"times{i}", np.array([1, 1, 2 ** (i + 1), 2 ** (i + 1)], np.float32))
        large = graph.add("Resize", [small, "", scales], f"large{i}", mode="nearest", coordinate_transformation_mode="asymmetric", nearest_mode="floor")
        x = graph.add("Add", [x, large], f"joined{i}")
    x = residual(graph, network.last, graph.add("Relu", [x], "joined"), "last")
    head = network.head
    weights = [graph.weight("head.weight", head.weight), graph.weight("head.bias", head.bias)]
    graph.add("Conv", [x, *weights], "map", kernel_shape=[1, 1])
    boxes(graph, "map", size // STRIDE)
    model = helper.make_model(
        helper.make_graph(
            graph.nodes,
            "skeeter-find",
            [helper.make_tensor_value_info("input", TensorProto.FLOAT, ["batch", 3, size, size])],
            [helper.make_tensor_value_info("box", TensorProto.FLOAT, ["batch", len(FIELDS)])],
            graph.weights,
        ),
        opset_imports=[helper.make_opsetid("", OPSET)],
        ir_version=IR,
        producer_name="skeeter",
    )
    helper.set_model_props(model, {k: v if isinstance(v, str) else json.dumps(v) for k, v in metadata(version, size).items()})
    onnx.checker.check_model(model, full_check=True)
    onnx.save(model, path)
