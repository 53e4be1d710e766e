"""Reads photographs as arrays, and resizes and normalizes them as at run time."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from PIL import Image, ImageOps

MEAN = (127 / 255,) * 3  # those that the weights of ImageNet were trained with
STD = (128 / 255,) * 3


def decode(path: Path) -> Image.Image:
    """Reads a picture upright, with 8 bits of red, green and blue; transparent pixels are drawn on white."""
    with Image.open(path) as opened:
        picture = ImageOps.exif_transpose(opened)
        if picture.mode.startswith("I"):  # 16 bits of grey
            picture = Image.fromarray((np.asarray(picture, np.uint32) >> 8).astype(np.uint8))
        if "A" in picture.getbands() or "transparency" in picture.info:
            picture = picture.convert("RGBA")
            picture = Image.alpha_composite(Image.new("RGBA", picture.size, "white"), picture)
        return picture.convert("RGB")


def load(data: Path, names: list[str]) -> np.ndarray:
    """Returns uint8 [n, 256, 256, 3], the size of all photographs of the data set."""
    return np.stack([np.asarray(decode(data / name)) for name in names])


def stretch(picture: Image.Image, size: int) -> np.ndarray:
    """Resizes to a square, uint8 [size, size, 3], with the triangle filter, widened where the picture shrinks."""
    return np.asarray(picture.resize((size, size), Image.Resampling.BILINEAR))


def shrink(pictures: np.ndarray, size: int) -> np.ndarray:
    """Resizes each picture to a square."""
    return np.stack([stretch(Image.fromarray(p), size) for p in pictures])


def normalize(pictures: np.ndarray, mean: Sequence[float] = MEAN, std: Sequence[float] = STD) -> np.ndarray:
    """Turns uint8 [n, h, w, 3] into the network's input, float32 [n, 3, h, w]."""
    scaled = (pictures.astype(np.float32) / 255 - np.float32(mean)) / np.float32(std)
    return np.ascontiguousarray(scaled.transpose(0, 3, 1, 2))
