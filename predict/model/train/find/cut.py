"""Cuts insects out of photographs: a smooth ground is fitted to the colours, and what differs from it around the middle is the insect."""

from typing import NamedTuple

import numpy as np
from PIL import Image

SIDE = 128  # a mask is computed at this size
ROUNDS = 5  # of fitting the ground
FAINT, CLEAR = 2.8, 5.5  # distances from the ground, in its own deviations, where the insect begins and is complete
LEAST = 4.0  # the smallest deviation that a ground is taken to have, in values of 0 to 255


class Cutout(NamedTuple):
    """An insect without its ground. paint + (1 - alpha) * ground gives the photograph."""

    paint: np.ndarray  # float32 [h, w, 3], 0 to 1, multiplied by alpha
    alpha: np.ndarray  # float32 [h, w], 0 to 1
    clean: bool  # whether the mask is likely the insect, and no more than it


def surface(side: int) -> np.ndarray:
    """Returns the terms of a cubic surface for every pixel, float32 [side * side, 10]."""
    y, x = (np.mgrid[0:side, 0:side].reshape(2, -1) + 0.5) / side * 2 - 1
    return np.stack([x**i * y**j for i in range(4) for j in range(4 - i)], 1).astype(np.float32)


TERMS = surface(SIDE)
RADIUS = np.hypot(TERMS[:, 4], TERMS[:, 1])  # of a pixel, 1 at the middle of an edge


def ground(pixels: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Fits the ground to float32 [SIDE * SIDE, 3]. Returns its colours and the distance of every pixel from it, in deviations."""
    weight = np.clip(RADIUS - 0.4, 0, 1).astype(np.float32)
    for _ in range(ROUNDS):
        root = np.sqrt(weight)[:, None]
        coefficients = np.linalg.lstsq(TERMS * root, pixels * root, rcond=None)[0]
        fitted = TERMS @ coefficients
        rest = pixels - fitted
        spread = (rest * weight[:, None]).T @ rest / weight.sum() + np.eye(3) * LEAST**2
        distance = np.sqrt(np.einsum("ni,ij,nj->n", rest, np.linalg.inv(spread), rest))
        weight = (0.15 + RADIUS) / (1 + (distance / 2) ** 4)
    return fitted, distance


def grown(mask: np.ndarray) -> np.ndarray:
    """Returns the mask with the eight neighbours of each pixel."""
    wide = mask.copy()
    wide[1:] |= mask[:-1]
    wide[:-1] |= mask[1:]
    out = wide.copy()
    out[:, 1:] |= wide[:, :-1]
    out[:, :-1] |= wide[:, 1:]
    return out


def connected(mask: np.ndarray, seed: np.ndarray) -> np.ndarray:
    """Returns the part of the mask that is connected with the seed."""
    found = mask & seed
    while True:
        more = grown(found) & mask
        if (more == found).all():
            return found
        found = more


def cut(photograph: np.ndarray) -> Cutout:
    """Cuts the insect out of uint8 [h, h, 3]."""
    small = np.asarray(Image.fromarray(photograph).resize((SIDE, SIDE), Image.Resampling.BILINEAR), np.float32)
    fitted, distance = ground(small.reshape(-1, 3))
    square = distance.reshape(SIDE, SIDE)
    near = RADIUS.reshape(SIDE, SIDE) < 0.45
    mask = connected(square > FAINT, near & (square > CLEAR))
    alpha = np.clip((square - FAINT) / (CLEAR - FAINT), 0, 1) * grown(mask)
    edge = np.concatenate([mask[0], mask[-1], mask[:, 0], mask[:, -1]]).mean()
    clean = bool(0.02 < mask.mean() < 0.35 and edge < 0.12 and near[mask].mean() > 0.25)
    side = len(photograph)
    full = lambda values: np.asarray(Image.fromarray(values).resize((side, side), Image.Resampling.BILINEAR))
    alpha = full(alpha.astype(np.float32))
    behind = np.stack([full(fitted[:, c].reshape(SIDE, SIDE)) for c in range(3)], -1)
    paint = (photograph - (1 - alpha[..., None]) * behind) / 255
    return Cutout(np.clip(paint, 0, alpha[..., None]).astype(np.float32), alpha, clean)
