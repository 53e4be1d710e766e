"""The description of the model, model.json."""

import json
from pathlib import Path

from . import labels, photographs

NAME = "skeeter-amid"
LICENCE = {
    "id": "CC-BY-NC-4.0",
    "notice": "Weights trained on AMID v1.0, which is licensed CC BY-NC 4.0: attribution, no commercial use.",
    "url": "https://creativecommons.org/licenses/by-nc/4.0/",
    "data": "AMID v1.0",
}


def describe(version: int, size: int, calibration: dict[str, float]) -> dict:
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
        "none": labels.NONE,
        "classes": [{"id": identifier, "scientific_name": name} for _, identifier, name in labels.CLASSES],
        "licence": LICENCE,
        "calibration": calibration,
    }


def write_json(path: Path, value: dict) -> None:
    """Writes indented JSON."""
    path.write_text(json.dumps(value, indent=2, ensure_ascii=False) + "\n")
