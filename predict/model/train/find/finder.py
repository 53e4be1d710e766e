"""The finder: a small network that says where in a scene the insect is, its training and its export."""

import math
import time
from argparse import Namespace

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from .. import photographs, split
from ..network import Average
from . import compose
from .residual import Block, Normalized

STRIDE = 8  # pixels of a cell of the map
FIELDS = ["score", "x", "y", "width", "height"]  # of an answer; the middle of the box and its size, in shares of the picture
WIDTHS = (16, 24, 40, 80, 112)
DECAY = 0.998  # of the moving average of the weights
COLOURS_MEAN, COLOURS_STD = (0.485, 0.456, 0.406), (0.229, 0.224, 0.225)  # of ImageNet; the finder's own
MEAN, STD = torch.tensor(COLOURS_MEAN)[:, None, None], torch.tensor(COLOURS_STD)[:, None, None]


class Finder(nn.Module):
    """Five stages that halve the picture; the last three are joined. Every cell says whether it is the middle, and gives a box."""

    def __init__(self) -> None:
        super().__init__()
        a, b, c, d, e = WIDTHS
        self.stem = Normalized(3, a, 3, 2)
        self.blocks = nn.ModuleList([Block(a, b, 2), Block(b, c, 2), Block(c, d, 2), Block(d, e, 2)])
        self.joins = nn.ModuleList([Normalized(d, c, 1), Normalized(e, c, 1)])
        self.last = Block(c, c, 1)
        self.head = nn.Conv2d(c, len(FIELDS), 1)
        for module in self.modules():
            if isinstance(module, nn.Conv2d):
                nn.init.kaiming_normal_(module.weight, mode="fan_out", nonlinearity="relu")
        nn.init.normal_(self.head.weight, std=0.01)
        nn.init.zeros_(self.head.bias)
        self.head.bias.data[0] = -4  # nearly all cells are not the middle
        self.head.bias.data[3:] = -1

    def forward(self, x: Tensor) -> Tensor:
        """Returns [n, fields, cells, cells]: the logit of the middle, its place from the cell's middle in cells, the log of the size."""
        x = F.relu(self.stem(x))
        x = self.blocks[1](self.blocks[0](x))
        small = self.blocks[2](x)
        for join, y in zip(self.joins, (small, self.blocks[3](small))):
            x = x + F.interpolate(join(y), size=x.shape[-2:], mode="nearest")
        return self.head(self.last(F.relu(x)))


def loss(out: Tensor, scenes: compose.Scenes) -> Tensor:
    """The focal loss of the middles, and of the boxes near a middle the distance in shares of the box."""
    n, _, cells, _ = out.shape
    at = (torch.arange(cells) + 0.5) / cells
    box = scenes.boxes
    dx, dy = at[None, None, :] - box[:, 0, None, None], at[None, :, None] - box[:, 1, None, None]
    spread = (box[:, 2:].amin(1) * 0.1).clamp(0.8 / cells, 2 / cells)[:, None, None]
    heat = torch.exp(-(dx**2 + dy**2) / (2 * spread**2))
    heat = heat / heat.amax((1, 2), keepdim=True) * scenes.present[:, None, None]
    p = out[:, 0].sigmoid().clamp(1e-5, 1 - 1e-5)
    middle = (heat > 0.999).float()
    focal = middle * (1 - p) ** 2 * p.log() + (1 - middle) * (1 - heat) ** 4 * p**2 * (1 - p).log()
    near = heat * (heat > 0.3)
    w, h = box[:, 2, None, None], box[:, 3, None, None]
    place = (out[:, 1] / cells + dx).abs() / w + (out[:, 2] / cells + dy).abs() / h
    size = (out[:, 3] - w.log()).abs() + (out[:, 4] - h.log()).abs()
    return -focal.sum() / n + ((place * 2 + size) * near).sum() / near.sum().clamp(min=1)


def decode(out: Tensor) -> np.ndarray:
    """Returns the fields of the most likely cell, [n, fields]."""
    n, fields, cells, _ = out.shape
    flat = out.reshape(n, fields, -1)
    best = flat[:, 0].argmax(1)
    logit, dx, dy, w, h = flat[torch.arange(n), :, best].T
    x, y = (best % cells + 0.5 + dx) / cells, (best // cells + 0.5 + dy) / cells
    return torch.stack([logit.sigmoid(), x, y, w.exp(), h.exp()], 1).numpy()


def overlap(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Returns intersection over union of boxes [n, 4], each the middle and the size."""
    low = np.maximum(a[:, :2] - a[:, 2:] / 2, b[:, :2] - b[:, 2:] / 2)
    high = np.minimum(a[:, :2] + a[:, 2:] / 2, b[:, :2] + b[:, 2:] / 2)
    common = np.clip(high - low, 0, None).prod(1)
    return common / (a[:, 2:].prod(1) + b[:, 2:].prod(1) - common)


def train(options: Namespace) -> None:
    """Runs the command find."""
    torch.set_num_threads(options.threads)
    torch.manual_seed(options.seed)
    options.run.mkdir(parents=True, exist_ok=True)
    pool = compose.pool(photographs.load(options.data, split.read()["train"]), options.seed)
    print("the pool is ready", flush=True)
    draw, check = compose.Composer(pool, options.seed), compose.Composer(pool, options.seed + 1)
    held = [check(64, options.size) for _ in range(4)]
    network = Finder()
    if options.begin:
        network.load_state_dict(torch.load(options.begin, map_location="cpu", weights_only=True)["network"])
    network = network.to(memory_format=torch.channels_last)
    average = Average(network, DECAY)
    kernels = [p for p in network.parameters() if p.ndim > 1]
    others = [p for p in network.parameters() if p.ndim == 1]
    optimizer = torch.optim.AdamW([{"params": kernels, "weight_decay": 0.02}, {"params": others, "weight_decay": 0}], lr=options.rate)
    begun, sum_of_losses, said = time.monotonic(), 0.0, time.monotonic()
    step, done = 0, 0.0
    while done < 1:
        done = step / options.steps if options.steps else (time.monotonic() - begun) / (60 * options.minutes)
        rate = options.rate * min(1, (step + 1) / 300) * (0.01 + 0.99 * (1 + math.cos(math.pi * min(done, 1))) / 2)
        for group in optimizer.param_groups:
            group["lr"] = rate
        scenes = draw(options.batch, options.size)
        x = ((scenes.x - MEAN) / STD).contiguous(memory_format=torch.channels_last)
        value = loss(network(x), scenes)
        optimizer.zero_grad(set_to_none=True)
        value.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 5)
        optimizer.step()
        average.update(network)
        step += 1
        sum_of_losses += value.item()
        if step % 250 == 0 or done >= 1:
            best = Finder()
            best.load_state_dict(average.state)
            best.eval()
            with torch.no_grad():
                found = [(decode(best((s.x - MEAN) / STD)), s) for s in held]
            fits = np.concatenate([overlap(f[:, 1:], s.boxes.numpy())[s.present.numpy() > 0] for f, s in found])
            scores = np.concatenate([f[:, 0] for f, _ in found])
            there = np.concatenate([s.present.numpy() for _, s in found]) > 0
            print(
                f"step {step}, {(time.monotonic() - begun) / 60:.1f} min, loss {sum_of_losses / 250:.3f}, overlap {fits.mean():.3f}, "
                f"above a half {(fits > 0.5).mean():.3f}, score with {np.median(scores[there]):.2f}, without {np.median(scores[~there]):.2f}, "
                f"{(time.monotonic() - said) / 250:.3f} s a step", flush=True)  # fmt: skip
            sum_of_losses, said = 0.0, time.monotonic()
            torch.save({"network": average.state, "size": options.size, "steps": step, "seed": options.seed}, options.run / "finder.pt")
    export(Namespace(checkpoint=options.run / "finder.pt", out=options.out, version=options.version))


def export(options: Namespace) -> None:
    """Runs the command find-export."""
    from . import export as onnx_file

    saved = torch.load(options.checkpoint, map_location="cpu", weights_only=True)
    network = Finder()
    network.load_state_dict(saved["network"])
    network.eval()
    options.out.mkdir(parents=True, exist_ok=True)
    onnx_file.write(network, options.out / "find.onnx", options.version, saved["size"])
