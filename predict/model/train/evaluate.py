"""The figures of the card, from the ONNX file: ONNX Runtime on the CPU, numpy and Pillow, no PyTorch."""

import hashlib
import json
import time
from argparse import Namespace
from pathlib import Path

import numpy as np
import onnxruntime
from PIL import Image, UnidentifiedImageError

from . import card, figures, labels, negatives, photographs, split
from .find import scene_card

ENLARGED = 4  # factor of the side of a photograph, for the test that size does not matter
RUNS = 60
ENDINGS = {".jpg", ".jpeg", ".png"}


class Classifier:
    """The ONNX file with its description."""

    def __init__(self, folder: Path) -> None:
        self.description = json.loads((folder / "model.json").read_text())
        self.path = folder / self.description["file"]
        self.size = self.description["input"]["width"]
        settings = onnxruntime.SessionOptions()
        settings.intra_op_num_threads = settings.inter_op_num_threads = 1
        self.session = onnxruntime.InferenceSession(self.path, settings, providers=["CPUExecutionProvider"])

    def answers(self, pictures: list[np.ndarray] | np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Returns the logits of pictures of any sizes, uint8 [h, w, 3], and which of them are taken for something else."""
        reject = self.description.get("reject")
        outputs = ["logits", *([reject["output"]] if reject else [])]
        found = []
        for i in range(0, len(pictures), 32):
            batch = [photographs.stretch(Image.fromarray(p), self.size) for p in pictures[i : i + 32]]
            found.append(self.session.run(outputs, {"input": photographs.normalize(np.stack(batch))}))
        logits = np.concatenate([given[0] for given in found])
        scores = np.concatenate([given[1][:, 0] for given in found]) if reject else np.full(len(logits), -np.inf)
        return logits, scores > (reject["above"] if reject else np.inf)

    def logits(self, pictures: list[np.ndarray] | np.ndarray) -> np.ndarray:
        """Returns the logits alone."""
        return self.answers(pictures)[0]

    def milliseconds(self, picture: np.ndarray) -> dict[str, float]:
        """Returns the time per picture on one thread: of the network alone, and with stretching and normalizing."""
        network, whole = [], []
        for _ in range(RUNS):
            begun = time.perf_counter()
            x = photographs.normalize(photographs.stretch(Image.fromarray(picture), self.size)[None])
            ready = time.perf_counter()
            self.session.run(["logits"], {"input": x})
            network.append(time.perf_counter() - ready)
            whole.append(time.perf_counter() - begun)
        return {"network": round(float(np.median(network)) * 1e3, 1), "with_preprocessing": round(float(np.median(whole)) * 1e3, 1)}


def said(answers: tuple[np.ndarray, np.ndarray]) -> dict:
    """Counts the predictions for pictures that belong to no class: how often 'none of these' or another species, and how confident."""
    logits, refused = answers
    p = figures.softmax(logits)
    none = p.argmax(1) == labels.NONE_INDEX
    other = refused & ~none
    return {
        "n": len(p),
        "none_of_these": round(float(none.mean()), 4),
        "other_species": round(float(other.mean()), 4),
        "species_below_half": round(float((~none & ~other & (p.max(1) < 0.5)).mean()), 4),
        "species_from_half_on": round(float((~none & ~other & (p.max(1) >= 0.5)).mean()), 4),
        "classes": {c: int((p.argmax(1) == i).sum()) for i, c in enumerate(labels.IDS)},
    }


def readable(folder: Path) -> list[np.ndarray]:
    """Returns the pictures below folder that can be decoded."""
    found = []
    for path in sorted(folder.rglob("*")):
        if path.suffix.lower() in ENDINGS:
            try:
                found.append(np.asarray(photographs.decode(path)))
            except (OSError, SyntaxError, ValueError, UnidentifiedImageError):
                continue  # collections for testing decoders hold files that are damaged on purpose
    return found


def enlarged(classifier: Classifier, pictures: np.ndarray, logits: np.ndarray) -> dict:
    """Compares the predictions for photographs with those for the same photographs enlarged ENLARGED times."""
    side = pictures.shape[1] * ENLARGED
    again = np.concatenate(
        [classifier.logits([np.asarray(Image.fromarray(p).resize((side, side), Image.Resampling.BICUBIC))]) for p in pictures]
    )
    before, after = figures.softmax(logits), figures.softmax(again)
    return {
        "n": len(pictures),
        "times": ENLARGED,
        "same_class": round(float((before.argmax(1) == after.argmax(1)).mean()), 4),
        "mean_difference": round(float(np.abs(before - after).max(1).mean()), 4),
        "largest_difference": round(float(np.abs(before - after).max()), 4),
    }


def compute(options: Namespace) -> dict:
    """Returns the content of metrics.json."""
    classifier = Classifier(options.model)
    parts = split.read()
    names = parts[options.part]
    parsed = [labels.parse(name) for name in names]
    pictures = photographs.load(options.data, names)
    classes = np.array([labels.FOLDERS.index(p.folder) for p in parsed])
    sources = np.array([p.source for p in parsed])
    logits, refused = classifier.answers(pictures)
    species = classes != labels.NONE_INDEX
    temperature = classifier.description["calibration"]["temperature"]
    found = {
        "model_id": classifier.description["model_id"],
        "sha256": hashlib.sha256(classifier.path.read_bytes()).hexdigest(),
        "bytes": classifier.path.stat().st_size,
        "calibration": classifier.description["calibration"],
        "photographs": {part: len(parts[part]) for part in (*split.SHARES, split.UNSEEN)},
        "made_up_trained": negatives.COUNTS["train"][0],
        "part": options.part,
        "all": figures.summary(logits, classes),
        "intervals": figures.intervals(logits, classes),
        "refused": round(float(refused[species].mean()), 4),
        "refused_species": {i: round(float(refused[classes == c].mean()), 4) for c, i in enumerate(labels.IDS)},
        "ece_before_temperature": round(figures.calibration_error(logits * temperature, classes), 4),
        "sources": {},
    }
    for source in labels.SOURCES:
        of = sources == source
        found["sources"][source] = figures.summary(logits[of], classes[of])
        found["sources"][source]["ece_before_temperature"] = round(
            figures.calibration_error(logits[of] * temperature, classes[of]), 4
        )
    unseen = photographs.load(options.data, parts[split.UNSEEN])
    folders = np.array([labels.parse(name).folder for name in parts[split.UNSEEN]])
    found["unseen_species"] = {folder: said(classifier.answers(unseen[folders == folder])) for folder in labels.UNSEEN}
    made_up = negatives.make(*negatives.COUNTS["test"], pictures, unexpected=True)
    found["made_up"] = said(classifier.answers(made_up))
    if options.images:
        found["other_pictures"] = {
            folder.name: said(classifier.answers(group))
            for folder in sorted(options.images.iterdir())
            if folder.is_dir() and (group := readable(folder))
        }
    found["enlarged"] = enlarged(classifier, pictures[:: max(1, len(pictures) // 200)], logits[:: max(1, len(pictures) // 200)])
    found["milliseconds"] = classifier.milliseconds(pictures[0])
    return found


def evaluate(options: Namespace) -> None:
    """Runs the command evaluate."""
    found = compute(options)
    print(json.dumps(found, indent=2))
    if not options.write:
        return
    from .model import write_json

    write_json(options.model / "metrics.json", found)
    description = json.loads((options.model / "model.json").read_text())
    description["figures"][options.part] = {k: found["all"][k] for k in ("n", "accuracy", "macro_f1", "ece")}
    write_json(options.model / "model.json", description)
    rejection = json.loads((options.model / "reject.json").read_text())
    (options.model / "card.md").write_text(scene_card.completed(card.text(description, found, rejection), options.model))
