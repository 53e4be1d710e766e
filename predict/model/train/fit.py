"""Trains the network on photographs and keeps the weights that do best on validation."""

import copy
import csv
import math
import os
import time
from argparse import Namespace
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional as F

from . import export, figures, labels, negatives, photographs, split
from .augment import Augment
from .companion import Companion
from .distance import METHOD, REFUSED, Space
from .model import describe, write_json
from .network import Average, Network

MOST = 150  # photographs of each class and source, of which export and reject take the features

MEAN = torch.tensor(photographs.MEAN)[:, None, None]
STD = torch.tensor(photographs.STD)[:, None, None]


class Part:
    """A part of the split, decoded: pictures, classes, and the stratum (class and source) of each."""

    def __init__(self, data: Path, part: str) -> None:
        names = split.read()[part]
        parsed = [labels.parse(name) for name in names]
        pictures = photographs.load(data, names)
        made_up = negatives.make(*negatives.COUNTS[part], pictures)
        self.pictures = np.concatenate([pictures, made_up])
        self.photographs = len(pictures)
        classes = [labels.FOLDERS.index(p.folder) for p in parsed] + [labels.NONE_INDEX] * len(made_up)
        strata = [f"{p.folder} {p.source}" for p in parsed] + ["made up"] * len(made_up)
        self.classes = torch.tensor(classes)
        self.strata = np.array(strata)
        self.smaller: dict[int, Tensor] = {}

    def at(self, size: int) -> Tensor:
        """Returns the pictures, uint8 [n, 3, h, w], with sides of 1.5 times size, enough for views of that size."""
        side = min(self.pictures.shape[1], int(size * 1.5))
        if side not in self.smaller:
            smaller = photographs.shrink(self.pictures, side).transpose(0, 3, 1, 2)
            self.smaller = {side: torch.from_numpy(np.ascontiguousarray(smaller))}
        return self.smaller[side]


def weights(part: Part, power: float) -> np.ndarray:
    """Returns the probability with which each picture is drawn: a stratum of n pictures has a share proportional to n^power."""
    _, place, count = np.unique(part.strata, return_inverse=True, return_counts=True)
    weight = count.astype(float)[place] ** (power - 1)
    return weight / weight.sum()


def sizes(text: str) -> list[tuple[float, int]]:
    """Reads `0:96,0.3:128`: pairs of a share of the run and the picture size from there on."""
    return [(float(start), int(size)) for start, size in (item.split(":") for item in text.split(","))]


class Training:
    """One run: its data, network, optimizer and progress (0 to 1)."""

    def __init__(self, options: Namespace) -> None:
        self.options = options
        torch.manual_seed(options.seed)
        wanted = options.device
        self.device = torch.device(wanted if wanted != "auto" else "cuda" if torch.cuda.is_available() else "cpu")
        self.train, self.validation = (Part(options.data, part) for part in ("train", "validation"))
        self.weights = weights(self.train, options.balance)
        classes = self.train.classes.numpy()
        prior = np.bincount(classes, weights=self.weights, minlength=len(labels.IDS))
        self.prior = torch.tensor(np.log(prior), dtype=torch.float32, device=self.device)
        self.network = Network(len(labels.IDS))
        self.earlier = 0  # epochs of the runs before
        if options.begin:
            begun = torch.load(options.begin, map_location="cpu", weights_only=False)
            self.network.load_state_dict(begun["average"])
            self.earlier = begun["epoch"] + begun.get("earlier", 0)
        else:
            self.network.start(options.weights)
        self.network.freeze(options.frozen)
        self.network = self.network.to(self.device, memory_format=torch.channels_last)
        self.average = Average(self.network, options.decay)
        self.pool = ThreadPoolExecutor(options.workers)
        learned = [w for w in self.network.parameters() if w.requires_grad]
        groups = [
            {"params": [w for w in learned if w.ndim == 4], "share": 1.0, "weight_decay": options.weight_decay},
            {"params": [w for w in learned if w.ndim != 4 and len(w) > len(labels.IDS)], "share": 1.0, "weight_decay": 0.0},
            {"params": list(self.network.head.parameters()), "share": options.head, "weight_decay": 0.0},
        ]
        self.optimizer = torch.optim.AdamW(groups, options.rate, (0.9, 0.99))
        # a replica shares the weights but has its own gradients and running means
        self.replicas = [self.network] + [copy.deepcopy(self.network) for _ in range(options.workers - 1)]
        for replica in self.replicas[1:]:
            for own, other in zip(self.network.parameters(), replica.parameters()):
                other.data = own.data
        self.augments = [Augment(options.seed + 100 * i, self.device) for i in range(options.workers)]
        self.random = np.random.default_rng(options.seed)
        self.progress, self.epoch, self.best = 0.0, 0, -1.0
        self.history: list[dict] = []

    def size(self) -> int:
        return [size for start, size in sizes(self.options.sizes) if start <= self.progress][-1]

    def rate(self) -> float:
        """Returns the learning rate as a share of the highest: it rises for 5 % of the run and then falls like a cosine."""
        p = self.progress
        return min(p / 0.05 + 0.02, 1) * (0.5 + 0.5 * math.cos(math.pi * min(p, 1)))

    def mix(self) -> float:
        """Returns the share of batches that are mixed: it rises in the first third and is 0 from 85 % on."""
        return self.options.mix * min(self.progress * 3, 1) if self.progress < 0.85 else 0.0

    def gradient(self, worker: int, pictures: Tensor, places: np.ndarray, size: int) -> float:
        """Computes the gradient in the worker's replica, in parallel with other workers, and returns the loss."""
        if self.device.type == "cpu":
            torch.set_num_threads(max(1, len(os.sched_getaffinity(0)) // len(self.replicas)))
        network, augment = self.replicas[worker], self.augments[worker]
        x = pictures[torch.from_numpy(places)].to(self.device).float() / 255
        y = F.one_hot(self.train.classes[places], len(labels.IDS)).float().to(self.device)
        x = augment(x, size)
        x, y = augment.mix(x, y, self.mix())
        x = ((x - MEAN.to(self.device)) / STD.to(self.device)).contiguous(memory_format=torch.channels_last)
        with torch.autocast(self.device.type, torch.bfloat16, enabled=not self.options.float32):
            logits = network(x)
        loss = F.cross_entropy(logits.float() + self.prior, y, label_smoothing=self.options.smoothing)
        network.zero_grad(set_to_none=True)
        loss.backward()
        return loss.item()

    def step(self, pictures: Tensor, places: np.ndarray, size: int) -> float:
        """Computes a share of the batch in every worker, and takes one step along the mean of their gradients."""
        shares = np.array_split(places, len(self.replicas))
        tasks = [self.pool.submit(self.gradient, i, pictures, share, size) for i, share in enumerate(shares)]
        loss = float(np.mean([task.result() for task in tasks]))
        for own, *others in zip(*(replica.parameters() for replica in self.replicas)):
            if own.grad is None:
                continue
            for other in others:
                own.grad += other.grad
            own.grad /= len(self.replicas)
        for group in self.optimizer.param_groups:
            group["lr"] = self.options.rate * group["share"] * self.rate()
        self.optimizer.step()
        self.average.update(self.network)
        return loss

    def run(self) -> None:
        """Trains to the end, by minutes or by epochs, and keeps the best weights."""
        options = self.options
        steps = self.train.photographs // options.batch
        begun, before, written = time.monotonic(), self.progress, time.monotonic()
        while self.progress < 1:
            self.network.train()
            size, losses, epoch_begun = self.size(), [], time.monotonic()
            pictures = self.train.at(size)
            for step in range(steps):
                if options.minutes:
                    share = (time.monotonic() - begun) / (60 * options.minutes)
                    self.progress = min(before + (1 - before) * share, 1)
                else:
                    self.progress = (self.epoch + step / steps) / options.epochs
                places = self.random.choice(len(self.weights), options.batch, p=self.weights)
                losses.append(self.step(pictures, places, size))
            self.epoch += 1
            if not options.minutes:
                self.progress = self.epoch / options.epochs
            row = {"epoch": self.epoch, "progress": round(self.progress, 4), "size": size, "loss": round(float(np.mean(losses)), 4)}
            row["seconds"] = round(time.monotonic() - epoch_begun, 1)
            if self.progress >= 1 or time.monotonic() - written > 60 * options.every:
                row |= self.validate()
                written = time.monotonic()
            self.history.append(row)
            print(row, flush=True)
            if "macro_f1" in row:
                self.save(options.run / "last.pt")
        write_history(options.run / "history.csv", self.history)

    def validate(self) -> dict:
        """Keeps the averaged weights when they, calibrated, do better on validation than any before; quickly and unmirrored."""
        logits = features(self.average.state, self.validation.pictures, self.options.size, self.device, quick=True)[1]
        n, classes = self.validation.photographs, self.validation.classes.numpy()
        found = Calibrated(logits[:n], classes[:n]).figures
        if found["macro_f1"] > self.best:
            self.best = found["macro_f1"]
            self.save(self.options.run / "best.pt")
        return found | {"made_up": round(float((logits[n:].argmax(1) == labels.NONE_INDEX).mean()), 3)}

    def save(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        state = {
            "network": self.network.state_dict(), "average": self.average.state, "steps": self.average.steps,
            "optimizer": self.optimizer.state_dict(), "history": self.history, "progress": self.progress, "epoch": self.epoch,
            "earlier": self.earlier, "best": self.best,
            "augments": [a.random.get_state() for a in self.augments], "random": self.random.bit_generator.state,
        }  # fmt: skip
        torch.save(state, path.with_suffix(".part"))
        path.with_suffix(".part").replace(path)

    def resume(self, path: Path) -> None:
        state = torch.load(path, map_location=self.device, weights_only=False)
        self.network.load_state_dict(state["network"])
        self.average.state, self.average.steps = state["average"], state["steps"]
        self.optimizer.load_state_dict(state["optimizer"])
        self.history = state["history"]
        self.progress, self.epoch, self.earlier, self.best = state["progress"], state["epoch"], state["earlier"], state["best"]
        for augment, random in zip(self.augments, state["augments"]):
            augment.random.set_state(random.cpu())
        self.random.bit_generator.state = state["random"]


@torch.no_grad()
def features(state: dict, pictures: np.ndarray, size: int, device: torch.device, quick: bool = False) -> tuple[np.ndarray, np.ndarray]:
    """Returns what the linear layer gets, [n, FEATURES], and the logits, of pictures stretched as at run time.

    They are those of the picture and its mirror image together; quick leaves the mirror image out and computes in bfloat16.
    """
    network = Network(len(labels.IDS))
    network.load_state_dict(state)
    network = network.to(device, memory_format=torch.channels_last).eval()
    found = []
    for i in range(0, len(pictures), 64):
        x = photographs.normalize(photographs.shrink(pictures[i : i + 64], size))
        batch = torch.from_numpy(x).to(device, memory_format=torch.channels_last)
        with torch.autocast(device.type, torch.bfloat16, enabled=quick):
            found.append(network.features(batch) if quick else (network.features(batch) + network.features(batch.flip(3))) / 2)
    whole = torch.cat(found)
    return whole.cpu().numpy(), network.head(whole).cpu().numpy()


class Calibrated:
    """The calibration for the logits of the validation part, and the figures with it."""

    def __init__(self, logits: np.ndarray, classes: np.ndarray) -> None:
        folders = [labels.parse(name).folder for name in split.read()["train"]]
        frequency = np.array([folders.count(folder) for folder in labels.FOLDERS])
        self.calibration = figures.calibrate(logits, classes, frequency)
        self.offsets = self.calibration.offsets(frequency)
        self.logits = (logits + self.offsets) / self.calibration.temperature
        self.figures = figures.brief(self.logits, classes)


def statistics(strata: np.ndarray) -> np.ndarray:
    """Returns the places of the photographs that the distances are measured from: at most MOST of each class and source."""
    random = np.random.default_rng(1)
    return np.sort(np.concatenate([random.permutation(np.flatnonzero(strata == s))[:MOST] for s in np.unique(strata)]))


def reexport(options: Namespace) -> None:
    """Runs the command export: writes skeeter.onnx and model.json from a checkpoint."""
    saved = torch.load(options.checkpoint, map_location="cpu", weights_only=False)
    found, companion = {}, Companion(options.companion)
    for part in ("train", "validation"):
        names = split.read()[part]
        parsed = [labels.parse(name) for name in names]
        classes = np.array([labels.FOLDERS.index(p.folder) for p in parsed])
        of = statistics(np.array([f"{p.folder} {p.source}" for p in parsed])) if part == "train" else np.arange(len(names))
        pictures = photographs.load(options.data, [names[i] for i in of])
        found[part] = (*features(saved["average"], pictures, options.size, torch.device("cpu")), classes[of])
        if part == "validation":
            beside = companion.logits(pictures, options.size)
    inside, logits, classes = found["validation"]
    alone = Calibrated(logits, classes)
    print("alone", alone.figures, alone.calibration)
    calibrated = Calibrated(alone.logits + beside, classes)
    print("with", companion.id, calibrated.figures, calibrated.calibration)
    space = Space(found["train"][0], found["train"][2])
    scores = space.scores(inside, calibrated.logits)[METHOD]
    above = float(np.quantile(scores[classes != labels.NONE_INDEX], 1 - REFUSED))

    network = Network(len(labels.IDS)).eval()
    network.load_state_dict(saved["average"])
    network.head.bias.data += torch.from_numpy(alone.offsets)
    network.head.weight.data /= alone.calibration.temperature
    network.head.bias.data /= alone.calibration.temperature
    network.head.bias.data += torch.from_numpy(calibrated.offsets)
    description = describe(options.version, options.size, calibrated.calibration._asdict(), above)
    description["companion"] = {"model_id": companion.id, "sha256": companion.sha256}
    description["figures"] = {"validation": calibrated.figures}
    description["trained_epochs"] = saved["epoch"] + saved.get("earlier", 0)
    metadata = {k: description[k] for k in ("model_id", "input", "output", "reject", "none", "classes", "licence")}
    options.out.mkdir(parents=True, exist_ok=True)
    export.write(network, companion, options.out / description["file"], options.size, calibrated.calibration.temperature, space, metadata)
    write_json(options.out / "model.json", description)


def write_history(path: Path, rows: list[dict]) -> None:
    """Writes the curves of a run."""
    with path.open("w", newline="") as out:
        writer = csv.DictWriter(out, list(dict.fromkeys(key for row in rows for key in row)), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def train(options: Namespace) -> None:
    """Runs the command train."""
    options.run.mkdir(parents=True, exist_ok=True)
    training = Training(options)
    if options.resume:
        training.resume(options.run / "last.pt")
    training.run()
