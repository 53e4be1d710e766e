"""Composes the scenes that the finder is trained on: a ground, things that are no insects, and mostly one insect whose box is known.

Insects are blended in with a soft mask. The scenes of the evaluation have other grounds and other blending: see scenes.py.
"""

import math
from typing import NamedTuple

import numpy as np
import torch
from PIL import Image
from torch import Tensor
from torch.nn import functional as F

from ..augment import Augment
from ..photographs import shrink
from . import cut, textures

GROUNDS, THINGS = 4000, 3000
LEVELS = (128, 64, 32)  # sizes of an insect; the smallest that is not enlarged is used
WITHOUT = 0.15  # share of scenes without an insect
FRAME = 0.12  # share of scenes that are a photograph as it is, or its middle
WHOLE = 0.1  # share of photographs that are blended in whole, with their ground and a wide soft border


class Pool(NamedTuple):
    """What scenes are composed of; colours are multiplied by alpha."""

    grounds: Tensor  # uint8 [n, 3, 256, 256]
    things: Tensor  # uint8 [n, 4, 128, 128]
    insects: list[Tensor]  # uint8 [n, 4, side, side] for every side of LEVELS
    photographs: Tensor  # uint8 [n, 3, 128, 128]


class Scenes(NamedTuple):
    """A batch. A box is the middle and the size, in shares of the scene; there is none where present is 0."""

    x: Tensor  # float [n, 3, size, size], 0 to 1
    boxes: Tensor  # float [n, 4]
    present: Tensor  # float [n]


def pool(photographs: np.ndarray, seed: int) -> Pool:
    """Prepares everything from uint8 [n, h, h, 3], photographs for training."""
    rng = np.random.default_rng(seed)
    insects = [[] for _ in LEVELS]
    for photograph in photographs:
        found = cut.cut(photograph)
        paint, alpha = found.paint, found.alpha
        if not found.clean or rng.random() < WHOLE:
            alpha = textures.soft(rng, len(photograph))
            paint = photograph / 255 * alpha[..., None]
        picture = Image.fromarray((np.concatenate([paint, alpha[..., None]], 2) * 255).astype(np.uint8), "RGBa")
        for level, side in zip(insects, LEVELS):
            level.append(np.stack([np.asarray(band.resize((side, side), Image.Resampling.BILINEAR)) for band in picture.split()]))
    grounds = textures.grounds(GROUNDS, seed, photographs)
    things = textures.things(THINGS, seed + 1, grounds)
    first = lambda a: torch.from_numpy(np.ascontiguousarray(a.transpose(0, 3, 1, 2)))
    small = shrink(photographs, LEVELS[0])
    return Pool(first(grounds), first(things), [torch.from_numpy(np.stack(level)) for level in insects], first(small))


class Composer:
    """Draws batches from a pool. It holds the random state."""

    def __init__(self, pool: Pool, seed: int) -> None:
        self.pool = pool
        self.random = Augment(seed, torch.device("cpu"))

    def pick(self, source: Tensor, n: int) -> Tensor:
        return source[torch.randint(len(source), (n,), generator=self.random.random)].float() / 255

    def grid(self, box: Tensor, angle: Tensor, mirror: Tensor, size: int) -> Tensor:
        """Returns where each pixel of a scene lies in what is pasted: -1 to 1 inside of the box."""
        n = len(box)
        w, h = box[:, 2], box[:, 3]
        x, y = box[:, 0] * 2 - 1, box[:, 1] * 2 - 1
        cos, sin = torch.cos(angle), torch.sin(angle)
        theta = torch.stack([
            torch.stack([cos / w * mirror, sin / h * mirror, -(cos * x / w + sin * y / h) * mirror], 1),
            torch.stack([-sin / w, cos / h, (sin * x / w - cos * y / h)], 1),
        ], 1)  # fmt: skip
        return F.affine_grid(theta, [n, 3, size, size], align_corners=False)

    def boxes(self, n: int, low: float, high: float) -> Tensor:
        """Returns n boxes whose mean side is low to high; small ones lie anywhere in the scene, large ones near its middle."""
        r = self.random
        side = torch.exp(r.uniform(n, math.log(low), math.log(high)))
        aspect = torch.exp(r.uniform(n, -0.35, 0.35) / 2 * r.chance(n, 0.7))
        w, h = side * aspect, side / aspect
        room = torch.stack([(1 - w * 0.85).clamp(min=0.04), (1 - h * 0.85).clamp(min=0.04)], 1)
        middle = 0.5 + (r.uniform(2 * n, -0.5, 0.5).reshape(n, 2)) * room
        return torch.cat([middle, w[:, None], h[:, None]], 1)

    def turns(self, n: int) -> Tensor:
        quarter = torch.randint(4, (n,), generator=self.random.random) * (math.pi / 2)
        return quarter + self.random.uniform(n, -0.25, 0.25)

    def paste(self, x: Tensor, what: Tensor, box: Tensor, shown: Tensor) -> Tensor:
        """Blends pictures with alpha into scenes where shown is 1."""
        n = len(x)
        grid = self.grid(box, self.turns(n), 1 - 2 * self.random.chance(n, 0.5), x.shape[-1])
        layer = F.grid_sample(what, grid, align_corners=False) * shown[:, None, None, None]
        return x * (1 - layer[:, 3:]) + layer[:, :3]

    def insects(self, n: int, box: Tensor, size: int) -> Tensor:
        """Draws insects, each from the level that suits its box, in one tensor of the largest level."""
        chosen = torch.randint(len(self.pool.insects[0]), (n,), generator=self.random.random)
        out = torch.empty(n, 4, LEVELS[0], LEVELS[0])
        need = box[:, 2:].mean(1) * size
        for level, side in zip(self.pool.insects, LEVELS):
            of = (need <= side) if side < LEVELS[0] else torch.ones(n, dtype=torch.bool)
            if of.any():
                out[of] = F.interpolate(level[chosen[of]].float() / 255, size=(LEVELS[0],) * 2, mode="bilinear")
        return out

    def fill(self, x: Tensor, box: Tensor, present: Tensor) -> None:
        """Replaces some scenes by photographs that the insect fills."""
        of = self.random.some(len(x), FRAME)
        if not len(of):
            return
        box[of] = self.boxes(len(of), 1, 1.3)
        box[of, :2] = 0.5 + (box[of, :2] - 0.5) * (box[of, 2:] - 1)
        present[of] = 1
        grid = self.grid(box[of], self.turns(len(of)), 1 - 2 * self.random.chance(len(of), 0.5), x.shape[-1])
        x[of] = F.grid_sample(self.pick(self.pool.photographs, len(of)), grid, padding_mode="reflection", align_corners=False)

    def __call__(self, n: int, size: int) -> Scenes:
        r = self.random
        ground = self.boxes(n, 1.3, 4)
        ground[:, :2] = 0.5 + (ground[:, 2:] - 1) / 2 * r.uniform(2 * n, -1, 1).reshape(n, 2)
        grid = self.grid(ground, torch.zeros(n), 1 - 2 * r.chance(n, 0.5), size)
        x = F.grid_sample(self.pick(self.pool.grounds, n), grid, padding_mode="reflection", align_corners=False)
        for p in (0.7, 0.5, 0.3):
            x = self.paste(x, self.pick(self.pool.things, n), self.boxes(n, 0.06, 0.7), r.chance(n, p))
        box, present = self.boxes(n, 0.13, 1.1), 1 - r.chance(n, WITHOUT)
        insect = self.insects(n, box, size)
        # an insect has its own light, so that it is not told by the contrast that a mask makes
        insect[:, :3] = torch.minimum(insect[:, :3] * torch.exp(r.uniform(n, -0.3, 0.3))[:, None, None, None], insect[:, 3:])
        x = self.paste(x, insect, box, present)
        self.fill(x, box, present)
        x = r.soften(r.colour(x.clamp(0, 1)))
        return Scenes(r.grain(x).clamp(0, 1), box, present)
