"""Finds the insect and decides what is classified, exactly as the server does; and the saliency that the finder is measured against."""

import json
from pathlib import Path

import numpy as np
import onnxruntime
from PIL import Image

from .. import photographs
from . import cut

SURE = 0.25  # classify.sure: a box with a lower score is not used
FULL = 0.8  # classify.full: a box that covers more of the picture is not used


def session(path: Path) -> onnxruntime.InferenceSession:
    """Loads a network that runs on one thread."""
    settings = onnxruntime.SessionOptions()
    settings.intra_op_num_threads = settings.inter_op_num_threads = 1
    return onnxruntime.InferenceSession(path, settings, providers=["CPUExecutionProvider"])


class Finder:
    """find.onnx. It answers a score, and the middle and the size of a box in shares of the picture."""

    def __init__(self, path: Path) -> None:
        self.session = session(path)
        self.size = self.session.get_inputs()[0].shape[-1]
        described = json.loads(self.session.get_modelmeta().custom_metadata_map["input"])
        self.mean, self.std = described["mean"], described["std"]

    def find(self, picture: np.ndarray) -> np.ndarray:
        x = photographs.normalize(photographs.stretch(Image.fromarray(picture), self.size)[None], self.mean, self.std)
        return self.session.run(["box"], {"input": x})[0][0]


def square(box: np.ndarray, width: int, height: int) -> tuple[int, int, int, int]:
    """Returns the pixels of a square around a box's middle, as large as its longer side, moved into the picture and cut there."""
    x, y, w, h = box * (width, height, width, height)
    side = max(w, h)
    across, down = min(side, width), min(side, height)
    left, top = np.clip(x - across / 2, 0, width - across), np.clip(y - down / 2, 0, height - down)
    return int(np.floor(left)), int(np.floor(top)), int(np.ceil(left + across)), int(np.ceil(top + down))


def crop(picture: np.ndarray, found: np.ndarray) -> np.ndarray:
    """Returns the part that is classified: around a sure box, else the whole picture."""
    height, width = picture.shape[:2]
    left, top, right, bottom = square(found[1:], width, height)
    if found[0] < SURE or (right - left) * (bottom - top) > FULL * width * height:
        return picture
    return picture[top:bottom, left:right]


def salient(picture: np.ndarray) -> np.ndarray:
    """Finds the insect without a network: the connected part that differs most from a smooth ground. The score is 1."""
    small = np.asarray(Image.fromarray(picture).resize((cut.SIDE, cut.SIDE), Image.Resampling.BILINEAR), np.float32)
    distance = cut.ground(small.reshape(-1, 3))[1].reshape(cut.SIDE, cut.SIDE)
    left = distance > cut.FAINT
    best, most = np.array([1, 0.5, 0.5, 1, 1], np.float32), 0.0
    while (left & (distance > cut.CLEAR)).any():
        top = np.where(left, distance, 0)
        seed = np.zeros_like(left)
        seed[np.unravel_index(top.argmax(), top.shape)] = True
        part = cut.connected(left, seed)
        left &= ~part
        if (total := distance[part].sum()) > most:
            most = total
            y, x = np.nonzero(part)
            w, h = np.ptp(x) + 1, np.ptp(y) + 1
            best = np.array([1, (x.min() + w / 2) / cut.SIDE, (y.min() + h / 2) / cut.SIDE, 1.2 * w / cut.SIDE, 1.2 * h / cut.SIDE], np.float32)
    return best
