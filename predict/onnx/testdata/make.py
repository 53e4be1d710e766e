"""Makes the small networks that the tests load: `python make.py` in this folder, with the package onnx 1.17 or newer.

The mean colour of a picture is their only feature, so that their answers are known without training.
"""

import json

import numpy as np
from onnx import TensorProto, checker, helper, numpy_helper, save

FLOAT, HALF, STRING = TensorProto.FLOAT, TensorProto.FLOAT16, TensorProto.STRING

# Logits of red, green, blue, none of these for the mean colour, each channel 0 to 1.
WEIGHTS = np.array([[8, -4, -4], [-4, 8, -4], [-4, -4, 8], [-8, -8, -8]], np.float32)
BIAS = np.array([0, 0, 0, 2], np.float32)

DESCRIPTION = {
    "model_id": "mean-colour-1",
    "input": {"resize": "stretch", "mean": [0], "std": [1]},
    "none": "none_of_these",
    "classes": [
        {"id": "aedes-aegypti", "scientific_name": "Aedes aegypti"},
        {"id": "culex-pipiens", "scientific_name": "Culex pipiens"},
        {"id": "anopheles-gambiae", "scientific_name": "Anopheles gambiae"},
        {"id": "none_of_these", "scientific_name": None},
    ],
}


def tensor(name, kind, shape):
    return helper.make_tensor_value_info(name, kind, shape)


def write(name, nodes, inputs, outputs, weights=(), metadata=None):
    graph = helper.make_graph(nodes, name, inputs, outputs, list(weights))
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    helper.set_model_props(model, {k: v if isinstance(v, str) else json.dumps(v) for k, v in (metadata or {}).items()})
    checker.check_model(model)
    save(model, name + ".onnx")


def mean_colour(name, shape, axes=(2, 3), weights=WEIGHTS, bias=BIAS, kind=FLOAT, metadata=None, last=None):
    """Writes a network of the mean over axes, one linear layer, and the operator last."""
    number = np.float16 if kind == HALF else np.float32
    nodes = [
        helper.make_node("ReduceMean", ["input"], ["mean"], axes=list(axes), keepdims=0),
        helper.make_node("Gemm", ["mean", "weights", "bias"], ["sum" if last else "output"], transB=1),
    ]
    if last:
        nodes.append(helper.make_node(last, ["sum"], ["output"]))
    arrays = [
        numpy_helper.from_array(weights.astype(number), "weights"),
        numpy_helper.from_array(bias.astype(number), "bias"),
    ]
    classes = len(bias)
    write(name, nodes, [tensor("input", kind, shape)], [tensor("output", kind, [shape[0], classes])], arrays, metadata)


def of_mean_colour(name, nodes, outputs, kind=FLOAT, weights=(), metadata=DESCRIPTION):
    """Writes a network whose nodes start from the tensor `mean`, [batch, 3]."""
    number = np.float16 if kind == HALF else np.float32
    arrays = {"weights": WEIGHTS.astype(number), "bias": BIAS.astype(number)} | dict(weights)
    write(
        name,
        [helper.make_node("ReduceMean", ["input"], ["mean"], axes=[2, 3], keepdims=0), *nodes],
        [tensor("input", kind, ["batch", 3, 8, 8])],
        [tensor(output, kind, ["batch", size]) for output, size in outputs.items()],
        [numpy_helper.from_array(array, key) for key, array in arrays.items()],
        metadata,
    )


def main():
    mean_colour("colours", ["batch", 3, 8, 8], metadata=DESCRIPTION)
    mean_colour("colours-nhwc", ["batch", 8, 8, 3], axes=(1, 2), metadata=DESCRIPTION)
    mean_colour("colours-half", ["batch", 3, 8, 8], kind=HALF, metadata=DESCRIPTION)
    mean_colour("colours-fixed", [2, 3, 8, 8], metadata=DESCRIPTION)
    mean_colour("too-large-a-batch", [1 << 40, 3, 8, 8], metadata=DESCRIPTION)
    mean_colour("colours-any-size", ["batch", 3, "height", "width"], metadata=DESCRIPTION)
    mean_colour("colours-softmax", ["batch", 3, 8, 8], metadata=DESCRIPTION | {"output": {"kind": "probabilities"}}, last="Softmax")
    mean_colour("no-labels", ["batch", 3, 8, 8])
    # The shape of culico-net-cls-v1: the redder, the more it is class 0; a black picture is its background.
    weights, bias = np.zeros((18, 3), np.float32), np.full(18, -9, np.float32)
    weights[0, 0], bias[11] = 9, 9
    mean_colour("eighteen-classes", ["batch", 3, 224, 224], weights=weights, bias=bias)
    mean_colour("not-a-number", ["batch", 3, 8, 8], bias=np.full(4, np.nan, np.float32), metadata=DESCRIPTION)
    mean_colour("too-few-labels", ["batch", 3, 8, 8], metadata=DESCRIPTION | {"classes": DESCRIPTION["classes"][:3], "none": ""})
    mean_colour("no-probabilities", ["batch", 3, 8, 8], metadata=DESCRIPTION | {"output": {"kind": "probabilities"}})
    mean_colour("five-channels", ["batch", 5, 8, 8], weights=np.zeros((4, 5), np.float32), metadata=DESCRIPTION)
    logits = helper.make_node("Gemm", ["mean", "weights", "bias"], ["logits"], transB=1)
    # Declares a free batch dimension and accepts one picture alone, because exporters leave such a shape inside.
    of_mean_colour(
        "one-at-a-time",
        [
            helper.make_node("Reshape", ["mean", "shape"], ["one"]),
            helper.make_node("Gemm", ["one", "weights", "bias"], ["output"], transB=1),
        ],
        {"output": 4},
        weights={"shape": np.array([1, 3], np.int64)},
    )
    # Answers depend on the batch: each picture gets the highest logits of all.
    of_mean_colour(
        "neighbours",
        [
            logits,
            helper.make_node("ReduceMax", ["logits"], ["highest"], axes=[0], keepdims=1),
            helper.make_node("Add", ["logits", "highest"], ["output"]),
        ],
        {"output": 4},
    )
    of_mean_colour(
        "two-outputs",
        [logits, helper.make_node("Tile", ["mean", "times"], ["embedding"])],
        {"embedding": 1440, "logits": 4},
        weights={"times": np.array([1, 480], np.int64)},
    )
    # The bluer a picture is, the stranger it is.
    of_mean_colour(
        "strange",
        [logits, helper.make_node("MatMul", ["mean", "blue"], ["unknown"])],
        {"unknown": 1, "logits": 4},
        weights={"blue": np.array([[0], [0], [1]], np.float32)},
        metadata=DESCRIPTION | {"reject": {"output": "unknown", "above": 0.5}},
    )
    mean_colour("softmax-no-labels", ["batch", 3, 8, 8], last="Softmax")
    # Fails within a run on a picture brighter than white, whose mean is then an index out of range.
    of_mean_colour(
        "half-too-bright",
        [
            helper.make_node("ReduceMax", ["mean"], ["brightest"], keepdims=0),
            helper.make_node("Cast", ["brightest"], ["index"], to=TensorProto.INT64),
            helper.make_node("Gather", ["zeros", "index"], ["zero"]),
            helper.make_node("Gemm", ["mean", "weights", "bias"], ["logits"], transB=1),
            helper.make_node("Add", ["logits", "zero"], ["output"]),
        ],
        {"output": 4},
        kind=HALF,
        weights={"zeros": np.zeros(2, np.float16)},
    )
    write(
        "three-dimensions",
        [helper.make_node("ReduceMean", ["input"], ["output"], axes=[2], keepdims=0)],
        [tensor("input", FLOAT, ["batch", 3, 8])],
        [tensor("output", FLOAT, ["batch", 3])],
        metadata=DESCRIPTION,
    )
    write(
        "strings",
        [helper.make_node("Identity", ["input"], ["output"])],
        [tensor("input", STRING, ["batch", 3, 8, 8])],
        [tensor("output", STRING, ["batch", 3, 8, 8])],
        metadata=DESCRIPTION,
    )
    write(
        "sequence",
        [helper.make_node("SequenceConstruct", ["input"], ["output"])],
        [tensor("input", FLOAT, ["batch", 3, 8, 8])],
        [helper.make_tensor_sequence_value_info("output", FLOAT, None)],
        metadata=DESCRIPTION,
    )


if __name__ == "__main__":
    main()
