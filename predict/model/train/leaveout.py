"""Trains networks that have never seen one species, and keeps what they say of it.

They learn less than the released network, so that one takes minutes: only the blocks after FROZEN.
"""

from argparse import Namespace
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from . import fit, labels
from .late import Early, learn
from .network import Network

SIZE = 160  # pixels
FROZEN = 8
VIEWS = 3
MOST = 300  # photographs of the species that is left out


@torch.no_grad()
def said(network: Network, plain: tuple[Tensor, Tensor], places: np.ndarray, out: int) -> tuple[np.ndarray, np.ndarray]:
    """Returns features and logits, of photographs and their mirror images together."""
    with torch.autocast("cpu", torch.bfloat16):
        features = sum(torch.cat([network.late(b) for b in side[places].split(64)]).float() for side in plain) / 2
    logits = network.head(features).numpy()
    logits[:, out] = -1e4
    return features.numpy(), logits


def start(options: Namespace) -> Early:
    """Returns what all of these networks have in common."""
    network = Network(len(labels.IDS))
    network.start(options.weights)
    return Early(options.data, network, FROZEN, SIZE, VIEWS, ("train", "validation"))


def leave(early: Early, out: int, epochs: float, path: Path) -> None:
    """Trains without a class, and writes features, logits and classes of photographs to path."""
    network, _ = learn(early, epochs, 0, out)
    classes = {name: part.classes[: part.photographs].numpy() for name, part in early.parts.items()}
    strata = early.parts["train"].strata[: len(classes["train"])]
    learned = np.flatnonzero(classes["train"] != out)
    found = {}
    for name, part, places in (
        ("train", "train", learned[fit.statistics(strata[learned])]),
        ("validation", "validation", np.flatnonzero(classes["validation"] != out)),
        ("unseen", "train", np.random.default_rng(1).permutation(np.flatnonzero(classes["train"] == out))[:MOST]),
    ):
        found[name + ".features"], found[name + ".logits"] = said(network, early.plain[part], places, out)
        found[name + ".classes"] = classes[part][places]
    path.parent.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(path, **found)
