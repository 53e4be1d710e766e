"""The figures of whole photographs: the classifier on validation photographs that were laid into larger scenes, with and without finding."""

import hashlib
import json
from argparse import Namespace
from collections import defaultdict

import numpy as np
from PIL import Image

from .. import labels, photographs, split
from ..evaluate import Classifier, readable
from . import blend, cut, finding, scene_card

SHARES = {"frame": 1, "half": 2, "quarter": 4}  # the side of a scene, in sides of the photograph
KINDS = ("own ground", "another ground", "hard edge", "real photograph", "pasted whole")
SEAMS = ("none", "seamless", "hard edge")  # of the patch in scenes without an insect; "none" has no patch
CANDIDATES = 12  # grounds of which the one with the most similar colour is taken for 'another ground'


class Maker:
    """Makes scenes of the validation photographs. Every scene depends on the seed and its number alone."""

    def __init__(self, pictures: np.ndarray, real: list[np.ndarray], seed: int) -> None:
        self.pictures, self.real, self.seed = pictures, real, seed
        self.grounds = [blend.bare(p) for p in pictures]

    def other(self, rng: np.random.Generator, i: int, candidates: int) -> blend.Ground:
        """Returns the ground of another photograph, the most similar one of some."""
        chosen = [self.grounds[j + (j >= i)] for j in rng.integers(len(self.grounds) - 1, size=candidates)]
        return min(chosen, key=lambda g: float(np.abs(g.colour - self.grounds[i].colour).sum()))

    def photographed(self, rng: np.random.Generator, side: int) -> np.ndarray:
        """Returns a part of a real photograph."""
        picture = self.real[rng.integers(len(self.real))]
        height, width = picture.shape[:2]
        part = int(min(height, width) * rng.uniform(0.4, 1))
        y, x = rng.integers(0, height - part + 1), rng.integers(0, width - part + 1)
        return np.asarray(Image.fromarray(picture[y : y + part, x : x + part]).resize((side, side), Image.Resampling.BICUBIC), np.float32)

    def ground(self, rng: np.random.Generator, i: int, kind: str, side: int) -> np.ndarray:
        if kind == "own ground":
            return blend.weave(rng, self.grounds[i], side)
        if kind == "real photograph":
            return self.photographed(rng, side)
        return blend.weave(rng, self.other(rng, i, CANDIDATES if kind == "another ground" else 1), side)

    def scene(self, i: int, kind: str, times: int) -> tuple[np.ndarray, np.ndarray] | None:
        """Returns a scene and its box, the middle and the size; None where the insect cannot be cut out."""
        rng = np.random.default_rng((self.seed, i, KINDS.index(kind), times))
        picture = self.pictures[i].astype(np.float32)
        side = len(picture)
        out = self.ground(rng, i, kind, side * times)
        left, top = (int(v) for v in rng.integers(0, side * (times - 1) + 1, 2))
        if kind in ("own ground", "another ground"):
            blend.seamless(out, picture, left, top)
        elif kind == "pasted whole":
            out[top : top + side, left : left + side] = picture
        else:
            found = cut.cut(self.pictures[i])
            if not found.clean:
                return None
            blend.hard(out, found, left, top)
        box = np.array([left + side / 2, top + side / 2, side, side]) / (side * times)
        return out.astype(np.uint8), box

    def decoy(self, i: int, seam: str, times: int) -> tuple[np.ndarray, np.ndarray]:
        """Returns a scene without an insect into which a bare patch of another ground was laid, and the patch's box."""
        rng = np.random.default_rng((self.seed, i, len(KINDS), times))
        side = len(self.pictures[i])
        out = blend.weave(rng, self.grounds[i], side * times)
        patch = blend.weave(rng, self.other(rng, i, 1), side)
        left, top = (int(v) for v in rng.integers(0, side * (times - 1) + 1, 2))
        if seam == "seamless":
            blend.seamless(out, patch, left, top)
        elif seam == "hard edge":
            out[top : top + side, left : left + side] = patch
        return out.astype(np.uint8), np.array([left + side / 2, top + side / 2, side, side]) / (side * times)


    def distracted(self, i: int, times: int) -> tuple[np.ndarray, np.ndarray]:
        """Returns a scene of the own ground with the insect, and beside it a patch of another ground with a hard edge."""
        out, box = self.scene(i, "own ground", times)
        rng = np.random.default_rng((self.seed, i, len(KINDS) + 1, times))
        side = len(self.pictures[i])
        patch = blend.weave(rng, self.other(rng, i, 1), side)
        while True:
            left, top = (int(v) for v in rng.integers(0, side * (times - 1) + 1, 2))
            middle = (np.array([left, top]) + side / 2) / (side * times)
            if np.abs(middle - box[:2]).max() >= 1 / times:
                break
        out[top : top + side, left : left + side] = patch
        return out, box


def inside(found: np.ndarray, box: np.ndarray) -> bool:
    """Says whether the middle of what was found lies in a box."""
    return bool((np.abs(found[1:3] - box[:2]) < box[2:] / 2).all())


class Tally:
    """Counts the right answers of several ways, for scenes of one kind."""

    def __init__(self) -> None:
        self.n, self.right, self.hits, self.used = 0, defaultdict(int), defaultdict(int), 0

    def summary(self) -> dict:
        share = lambda count: round(count / max(self.n, 1), 4)
        return {
            "n": self.n,
            **{way: share(count) for way, count in self.right.items()},
            **{"middle_" + way: share(count) for way, count in self.hits.items()},
            "box_used": share(self.used),
        }


def ways(picture: np.ndarray, box: np.ndarray, found: np.ndarray, salient: np.ndarray) -> dict[str, np.ndarray]:
    """Returns what the classifier gets in each way of cropping."""
    height, width = picture.shape[:2]
    left, top, right, bottom = finding.square(box, width, height)
    return {
        "whole": picture,
        "finder": finding.crop(picture, found),
        "saliency": finding.crop(picture, salient),
        "true_box": picture[top:bottom, left:right],
    }


def measure(maker: Maker, finder: finding.Finder, classifier: Classifier, classes: np.ndarray, kinds: list[str], every: int) -> dict:
    """Returns the figures by share of the side and kind of scene."""
    out = {}
    for name, times in SHARES.items():
        total, by_kind = Tally(), {}
        for kind in kinds if times > 1 else ["own ground"]:
            one = by_kind[kind] = Tally()
            for i in range(0, len(classes), every):
                made = maker.scene(i, kind, times) if times > 1 else (maker.pictures[i], np.array([0.5, 0.5, 1, 1]))
                if made is None:
                    continue
                picture, box = made
                found, salient = finder.find(picture), finding.salient(picture)
                given = ways(picture, box, found, salient)
                answers = classifier.logits(list(given.values())).argmax(1)
                for tally in (one, total) if kind != "pasted whole" else (one,):
                    tally.n += 1
                    tally.used += given["finder"] is not picture
                    tally.hits["finder"] += inside(found, box)
                    tally.hits["saliency"] += inside(salient, box)
                    for way, answer in zip(given, answers):
                        tally.right[way] += int(answer == classes[i])
        out[name] = {"all": total.summary(), "kinds": {kind: t.summary() for kind, t in by_kind.items()}}
    return out


def control(maker: Maker, finder: finding.Finder, every: int) -> dict:
    """Returns how often the finder is sure of a box in scenes without an insect, and how often its middle is in a patch of another ground."""
    out = {}
    for seam in SEAMS:
        sure = within = n = 0
        for i in range(0, len(maker.pictures), every):
            picture, box = maker.decoy(i, seam, SHARES["quarter"])
            found = finder.find(picture)
            n += 1
            sure += bool(found[0] >= finding.SURE)
            within += inside(found, box)
        out[seam] = {"n": n, "sure": round(sure / n, 4), "middle_in_patch": round(within / n, 4)}
    scenes = [maker.distracted(i, SHARES["quarter"]) for i in range(0, len(maker.pictures), every)]
    hits = sum(inside(finder.find(picture), box) for picture, box in scenes)
    out["beside an insect"] = {"n": len(scenes), "middle_in_insect": round(hits / len(scenes), 4)}
    return out


def compute(options: Namespace) -> dict:
    """Returns the content of scenes.json."""
    names = split.read()["validation"]
    pictures = photographs.load(options.data, names)
    classes = np.array([labels.FOLDERS.index(labels.parse(name).folder) for name in names])
    real = readable(options.images) if options.images else []
    path = options.model / "find.onnx"
    finder, classifier = finding.Finder(path), Classifier(options.model)
    maker = Maker(pictures, real, options.seed)
    kinds = [kind for kind in KINDS if real or kind != "real photograph"]
    return {
        "model_id": classifier.description["model_id"],
        "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
        "bytes": path.stat().st_size,
        "seed": options.seed,
        "every": options.every,
        "scenes": measure(maker, finder, classifier, classes, kinds, options.every),
        "control": control(maker, finder, options.every),
    }


def scenes(options: Namespace) -> None:
    """Runs the command scenes."""
    found = compute(options)
    print(scene_card.tables(found))
    if options.write:
        (options.model / "scenes.json").write_text(json.dumps(found, indent=2) + "\n")
        path = options.model / "card.md"
        path.write_text(scene_card.completed(path.read_text(), options.model))
