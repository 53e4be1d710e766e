"""Makes the scenes that the finder is evaluated on. Neither their grounds nor their ways of blending occur in training.

A ground is woven of bare pieces of a validation photograph. A photograph is laid in without a seam by the equation of Poisson, with
its own ground, or the insect is cut out with a hard edge.
"""

from typing import NamedTuple

import numpy as np
from PIL import Image

from . import cut

PIECE, STEP = 64, 40  # side of a piece of ground, and the distance of pieces
BARE = 6  # pieces that a ground is woven of
RIM = 9  # neighbours whose median is taken along a border, so that a leg that crosses it does not shine into the picture


class Ground(NamedTuple):
    """The bare parts of a photograph."""

    colour: np.ndarray  # float32 [3]
    pieces: np.ndarray  # float32 [n, PIECE, PIECE, 3], without the colour


def bare(photograph: np.ndarray) -> Ground:
    """Returns the pieces of a photograph that show the least of the insect."""
    small = np.asarray(Image.fromarray(photograph).resize((cut.SIDE, cut.SIDE), Image.Resampling.BILINEAR), np.float32)
    distance = np.minimum(cut.ground(small.reshape(-1, 3))[1], 8).reshape(cut.SIDE, cut.SIDE)
    scale = len(photograph) // cut.SIDE
    side = PIECE // scale
    places = [(y, x) for y in range(0, cut.SIDE - side + 1, 8) for x in range(0, cut.SIDE - side + 1, 8)]
    places.sort(key=lambda p: (distance[p[0] : p[0] + side, p[1] : p[1] + side] ** 3).mean())
    cuts = [photograph[y * scale :, x * scale :][:PIECE, :PIECE].astype(np.float32) for y, x in places[:BARE]]
    colour = np.median(np.stack(cuts), (0, 1, 2))
    return Ground(colour, np.stack([c - c.mean((0, 1)) for c in cuts]))


def weave(rng: np.random.Generator, ground: Ground, side: int) -> np.ndarray:
    """Returns a ground of side x side pixels, float32 0 to 255: turned pieces that overlap, in slowly changing light."""
    ramp = np.minimum(np.arange(1, PIECE + 1), np.arange(PIECE, 0, -1)).clip(max=PIECE - STEP) / (PIECE - STEP)
    window = (ramp[:, None] * ramp)[..., None].astype(np.float32)
    wide = side + 2 * PIECE
    total, weight = np.zeros((wide, wide, 3), np.float32), np.full((wide, wide, 1), 1e-6, np.float32)
    for y in range(0, wide - PIECE, STEP):
        for x in range(0, wide - PIECE, STEP):
            piece = np.rot90(ground.pieces[rng.integers(len(ground.pieces))], rng.integers(4))
            total[y : y + PIECE, x : x + PIECE] += piece * window
            weight[y : y + PIECE, x : x + PIECE] += window**2
    rest = (total / np.sqrt(weight))[PIECE : PIECE + side, PIECE : PIECE + side]
    light = np.asarray(Image.fromarray(rng.normal(1, 0.06, (4, 4)).astype(np.float32)).resize((side, side), Image.Resampling.BICUBIC))
    return np.clip(ground.colour * light[..., None] + rest, 0, 255)


def membrane(border: np.ndarray) -> np.ndarray:
    """Returns the smooth surface inside of a border: the solution of Laplace's equation. border is [n, n, 3]; only its rim counts."""
    inner = len(border) - 2
    k = np.arange(1, inner + 1)
    sine = np.sin(np.pi * np.outer(k, k) / (inner + 1)) * np.sqrt(2 / (inner + 1))
    eigen = 2 * np.cos(np.pi * k / (inner + 1)) - 2
    out = border.copy()
    for c in range(3):
        right = np.zeros((inner, inner))
        right[0] -= border[0, 1:-1, c]
        right[-1] -= border[-1, 1:-1, c]
        right[:, 0] -= border[1:-1, 0, c]
        right[:, -1] -= border[1:-1, -1, c]
        out[1:-1, 1:-1, c] = sine @ ((sine @ right @ sine) / (eigen[:, None] + eigen)) @ sine
    return out


def smooth(line: np.ndarray) -> np.ndarray:
    """Returns the running median of a line of colours, [n, 3]."""
    wide = np.pad(line, ((RIM, RIM), (0, 0)), "edge")
    return np.median(np.lib.stride_tricks.sliding_window_view(wide, 2 * RIM + 1, 0), -1)


def seamless(scene: np.ndarray, picture: np.ndarray, left: int, top: int) -> None:
    """Lays a square picture into a scene so that its border has the scene's colours, and its inside its own contrasts."""
    side = len(picture)
    view = scene[top : top + side, left : left + side]
    difference = view - picture
    for line in (np.s_[0], np.s_[-1], np.s_[:, 0], np.s_[:, -1]):
        difference[line] = smooth(difference[line])
    view[:] = np.clip(picture + membrane(difference), 0, 255)


def hard(scene: np.ndarray, found: cut.Cutout, left: int, top: int) -> None:
    """Lays a cut-out insect into a scene, with a mask of 0 and 1."""
    side = len(found.alpha)
    view = scene[top : top + side, left : left + side]
    inside = found.alpha > 0.5
    view[inside] = 255 * found.paint[inside] / found.alpha[inside][:, None]
