"""Random changes to a batch of pictures that keep the species recognizable.

Parameters are drawn per picture and applied to the whole batch at once. Colours change much: the sources differ in light and
background, and the network must not recognize a class that comes from one source alone by these.
"""

import math

import torch
from torch import Tensor
from torch.nn import functional as F

GREY = torch.tensor([0.299, 0.587, 0.114])


class Augment:
    """Holds the random state, so that a run is reproducible."""

    def __init__(self, seed: int, device: torch.device) -> None:
        self.random = torch.Generator(device).manual_seed(seed)
        self.device = device

    def uniform(self, n: int, low: float, high: float) -> Tensor:
        return torch.rand(n, generator=self.random, device=self.device) * (high - low) + low

    def chance(self, n: int, p: float) -> Tensor:
        return (torch.rand(n, generator=self.random, device=self.device) < p).float()

    def view(self, x: Tensor, size: int) -> Tensor:
        """Rotates, mirrors, zooms, stretches, shears and moves, in one resampling to size."""
        n = len(x)
        turns = torch.randint(4, (n,), generator=self.random, device=self.device) * (math.pi / 2)
        angle = turns + self.chance(n, 0.5) * self.uniform(n, -math.pi / 4, math.pi / 4)
        zoom = torch.exp(self.uniform(n, math.log(0.6), math.log(1.4)))
        aspect = torch.exp(self.uniform(n, math.log(0.8), math.log(1.25)) / 2)
        mirror = 1 - 2 * self.chance(n, 0.5)
        shear = self.uniform(n, -0.15, 0.15)
        cos, sin = torch.cos(angle), torch.sin(angle)
        # a zoomed view may move over most of the picture, and slightly beyond its edge
        room = (1 - zoom).clamp(min=0) * 0.7 + 0.08
        a, b = zoom * aspect * mirror, zoom / aspect
        theta = torch.stack([
            torch.stack([cos * a, -sin * b + shear * a, self.uniform(n, -1, 1) * room], 1),
            torch.stack([sin * a, cos * b, self.uniform(n, -1, 1) * room], 1),
        ], 1)  # fmt: skip
        grid = F.affine_grid(theta, [n, 3, size, size], align_corners=False)
        return F.grid_sample(x, grid, mode="bilinear", padding_mode="reflection", align_corners=False)

    def colour(self, x: Tensor) -> Tensor:
        """Changes light, contrast, saturation, hue and cast; some pictures become grey. x is 0 to 1."""
        n = len(x)
        grey = GREY.to(self.device).expand(3, 3)
        unit = torch.eye(3, device=self.device)
        saturation = self.uniform(n, 0.3, 1.5) * (1 - self.chance(n, 0.15))
        matrix = saturation[:, None, None] * unit + (1 - saturation)[:, None, None] * grey
        # hue: a rotation about the grey axis
        angle = self.uniform(n, -0.25, 0.25) * self.chance(n, 0.5)
        axis = torch.full((3, 3), 1 / 3, device=self.device)
        k = (1 / 3) ** 0.5
        cross = torch.tensor([[0, -k, k], [k, 0, -k], [-k, k, 0]], device=self.device)
        cos, sin = torch.cos(angle)[:, None, None], torch.sin(angle)[:, None, None]
        matrix = (cos * unit + sin * cross + (1 - cos) * axis) @ matrix
        contrast = torch.exp(self.uniform(n, -0.4, 0.4))[:, None]
        cast = torch.exp(self.uniform(3 * n, -0.18, 0.18).reshape(n, 3) * self.chance(n, 0.6)[:, None])
        gain = contrast * cast
        mean = x.mean((2, 3)) @ GREY.to(self.device)
        offset = mean[:, None] * (1 - gain) + self.uniform(n, -0.13, 0.13)[:, None]
        x = torch.einsum("nij,njhw->nihw", matrix * gain[:, :, None], x) + offset[:, :, None, None]
        gamma = torch.exp(self.uniform(n, -0.3, 0.3) * self.chance(n, 0.5))
        return x.clamp(1e-3, 1).pow(gamma[:, None, None, None])

    def soften(self, x: Tensor) -> Tensor:
        """Blurs some pictures, as less sharp cameras and enlarged small pictures do."""
        picked = self.some(len(x), 0.2)
        if len(picked):
            factor = float(self.uniform(1, 1.5, 3.5))
            small = F.interpolate(x[picked], scale_factor=1 / factor, mode="bilinear", antialias=True)
            x[picked] = F.interpolate(small, size=x.shape[-2:], mode="bilinear")
        return x

    def some(self, n: int, p: float) -> Tensor:
        """Returns the places of randomly chosen pictures, each chosen with probability p."""
        return self.chance(n, p).nonzero()[:, 0]

    def grain(self, x: Tensor) -> Tensor:
        """Adds noise to some pictures."""
        for i in self.some(len(x), 0.25).tolist():
            strength = float(self.uniform(1, 0, 0.06))
            x[i] += torch.randn(x.shape[1:], generator=self.random, device=self.device) * strength
        return x

    def box(self, n: int, size: int, low: float, high: float) -> Tensor:
        """Returns [n, 1, size, size]: 1 inside a rectangle of low to high of the area, else 0."""
        area, ratio = self.uniform(n, low, high), torch.exp(self.uniform(n, -0.7, 0.7) / 2)
        side = area.sqrt() * size
        half = torch.stack([side * ratio, side / ratio], 1) / 2
        centre = self.uniform(2 * n, 0, size).reshape(n, 2)
        at = torch.arange(size, device=self.device) + 0.5
        y = (at[None] - centre[:, :1]).abs() < half[:, :1]
        x = (at[None] - centre[:, 1:]).abs() < half[:, 1:]
        return (y[:, :, None] & x[:, None, :]).float()[:, None]

    def cut(self, x: Tensor) -> Tensor:
        """Covers a rectangle of some pictures with one colour."""
        picked = self.some(len(x), 0.2)
        hole = self.box(len(picked), x.shape[-1], 0.03, 0.15)
        paint = self.uniform(3 * len(picked), 0, 1).reshape(-1, 3, 1, 1)
        x[picked] = torch.where(hole > 0, paint, x[picked])
        return x

    def __call__(self, x: Tensor, size: int) -> Tensor:
        """Takes float [n, 3, h, w] from 0 to 1; returns the same range, [n, 3, size, size]."""
        x = self.view(x, size)
        x = self.soften(self.colour(x))
        return self.cut(self.grain(x).clamp(0, 1))

    def mix(self, x: Tensor, y: Tensor, p: float) -> tuple[Tensor, Tensor]:
        """Blends a batch with itself in another order, or pastes rectangles of one into the other.

        y, [n, classes], is mixed in the same proportion.
        """
        if float(self.uniform(1, 0, 1)) >= p:
            return x, y
        order = torch.randperm(len(x), generator=self.random, device=self.device)
        if float(self.uniform(1, 0, 1)) < 0.5:
            share = self.uniform(len(x), 0, 0.5)
            share = share[:, None, None, None]
        else:
            share = self.box(len(x), x.shape[-1], 0.05, 0.45)
        part = share.mean((2, 3))
        return x * (1 - share) + x[order] * share, y * (1 - part) + y[order] * part
