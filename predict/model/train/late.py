"""Trains the last blocks of a network alone. What the blocks before give for some random views of each photograph is computed once."""

import math
import time
from argparse import Namespace
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional as F

from . import fit, labels, photographs
from .augment import Augment
from .network import Average, Network

BATCH, RATE, HEAD, DECAY, DECAY_WEIGHTS, SMOOTHING, BALANCE = 64, 1e-3, 3.0, 0.99, 0.02, 0.1, 0.5
SEED = 1
FROZEN, VIEWS = 8, 4  # of the command finish


class Early:
    """What the stem and the first blocks give for the photographs: of random views, and as they are and mirrored."""

    def __init__(self, data: Path, network: Network, frozen: int, size: int, views: int, plain: tuple[str, ...]) -> None:
        self.network, self.size = network, size
        self.network.freeze(frozen)
        self.network.to(memory_format=torch.channels_last).eval()
        self.parts = {name: fit.Part(data, name) for name in ("train", "validation")}
        augment = Augment(SEED, torch.device("cpu"))
        wide = self.parts["train"].at(size)
        self.views = [torch.cat([self.of(augment(b.float() / 255, size)) for b in wide.split(64)]) for _ in range(views)]
        self.plain = {name: self.both(self.parts[name].pictures[: self.parts[name].photographs]) for name in plain}

    @torch.no_grad()
    def of(self, x: Tensor) -> Tensor:
        x = ((x - fit.MEAN) / fit.STD).contiguous(memory_format=torch.channels_last)
        with torch.autocast("cpu", torch.bfloat16):
            return self.network.early(x).bfloat16()

    def both(self, pictures: np.ndarray) -> tuple[Tensor, Tensor]:
        x = torch.from_numpy(photographs.shrink(pictures, self.size)).permute(0, 3, 1, 2)
        return tuple(torch.cat([self.of((b.flip(3) if mirrored else b).float() / 255) for b in x.split(64)]) for mirrored in (False, True))


def learn(early: Early, epochs: float, minutes: float, out: int = -1) -> tuple[Network, list[dict]]:
    """Returns the averaged network after training without the class out, and the curve; it takes minutes, or, if that is 0, epochs."""
    torch.manual_seed(SEED)
    random, part = np.random.default_rng(SEED), early.parts["train"]
    keep = np.flatnonzero(part.classes.numpy() != out)
    weight = fit.weights(part, BALANCE)[keep]
    weight /= weight.sum()
    classes = part.classes[keep]
    present = torch.from_numpy(np.setdiff1d(np.arange(len(labels.IDS)), [out]))
    prior = torch.from_numpy(np.log(np.bincount(classes, weight, len(labels.IDS))[present])).float()
    network = Network(len(labels.IDS))
    network.load_state_dict(early.network.state_dict())
    network.freeze(early.network.frozen)
    network.to(memory_format=torch.channels_last).train()
    average = Average(network, DECAY)
    body = [w for name, w in network.named_parameters() if w.requires_grad and not name.startswith("head.")]
    groups = [{"params": body, "share": 1.0}, {"params": list(network.head.parameters()), "share": HEAD}]
    optimizer = torch.optim.AdamW(groups, RATE, (0.9, 0.99), weight_decay=DECAY_WEIGHTS)
    each = len(keep) // BATCH  # steps of an epoch
    steps, begun, progress, losses, rows = math.ceil(epochs * each), time.monotonic(), 0.0, [], []
    while progress < 1:
        for group in optimizer.param_groups:
            group["lr"] = RATE * group["share"] * min(20 * progress + 0.02, 1) * (0.5 + 0.5 * math.cos(math.pi * progress))
        places = random.choice(len(keep), BATCH, p=weight)
        x = torch.stack([early.views[random.integers(len(early.views))][keep[i]] for i in places]).contiguous(memory_format=torch.channels_last)
        with torch.autocast("cpu", torch.bfloat16):
            logits = network.head(network.dropout(network.late(x))).float()
        y = torch.searchsorted(present, classes[places])
        loss = F.cross_entropy(logits[:, present] + prior, y, label_smoothing=SMOOTHING)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
        average.update(network)
        losses.append(loss.item())
        passed = time.monotonic() - begun
        progress = passed / (60 * minutes) if minutes else len(losses) / steps
        if len(losses) % each == 0:
            row = {"epoch": len(losses) // each, "progress": round(progress, 4), "size": early.size, "loss": round(float(np.mean(losses[-each:])), 4)}
            rows.append(row | {"seconds": round(passed - sum(r["seconds"] for r in rows), 1)})
            print(rows[-1], flush=True)
    network.load_state_dict(average.state)
    return network.eval(), rows


def finish(options: Namespace) -> None:
    """Runs the command finish: trains the last blocks of the network of a run on, and writes finished.pt beside its checkpoint."""
    saved = torch.load(options.run / "last.pt", map_location="cpu", weights_only=False)
    network = Network(len(labels.IDS))
    network.load_state_dict(saved["average"])
    early = Early(options.data, network, FROZEN, options.size, VIEWS, ())
    network, rows = learn(early, options.epochs, options.minutes)
    torch.save({"average": network.state_dict(), "epoch": saved["epoch"] + len(rows)}, options.run / "finished.pt")
    fit.write_history(options.run / "history.csv", saved["history"] + rows)
