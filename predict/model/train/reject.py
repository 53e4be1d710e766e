"""Leaves out one species at a time, trains without it, and measures how well each score tells it from the species that are known."""

import json
from argparse import Namespace
from pathlib import Path

import numpy as np

from . import distance, figures, fit, labels, leaveout

SURE = 0.5
DRAWS = 500
SEED = 1


class Fold:
    """What is known of one species that was left out: who would be named, and every score."""

    def __init__(self, path: Path) -> None:
        stored = np.load(path)
        classes = stored["validation.classes"]
        calibrated = fit.Calibrated(stored["validation.logits"], classes)
        self.validation = calibrated.figures
        space = distance.Space(stored["train.features"], stored["train.classes"])
        known = classes != labels.NONE_INDEX
        self.scores, named = [], []
        for part, of in (("validation", known), ("unseen", slice(None))):
            logits = (stored[part + ".logits"][of] + calibrated.offsets) / calibrated.calibration.temperature
            p = figures.softmax(logits)
            named.append((p.argmax(1) != labels.NONE_INDEX) & (p.max(1) >= SURE))
            self.scores.append(space.scores(stored[part + ".features"][of], logits))
        self.named = named[1]

    def share(self, method: str, known: np.ndarray, unseen: np.ndarray) -> float:
        """Returns the share of the unseen that is named, when REFUSED of the known are refused."""
        limit = np.quantile(self.scores[0][method][known], 1 - distance.REFUSED)
        return float((self.named[unseen] & (self.scores[1][method][unseen] <= limit)).mean())


def compare(folds: dict[str, Fold]) -> dict:
    """Returns the figures of every method: the share that is named, its interval, and the AUROC, as means over the species."""
    every = {name: (np.arange(len(f.scores[0]["energy"])), np.arange(len(f.named))) for name, f in folds.items()}
    methods = {}
    for method in next(iter(folds.values())).scores[0]:
        random = np.random.default_rng(SEED)
        each = {name: round(f.share(method, *every[name]), 4) for name, f in folds.items()}
        draws = [
            np.mean([f.share(method, *(random.choice(of, len(of)) for of in every[name])) for name, f in folds.items()]) for _ in range(DRAWS)
        ]
        methods[method] = {
            "named": round(float(np.mean(list(each.values()))), 4),
            "interval": [round(float(q), 4) for q in np.quantile(draws, (0.025, 0.975))],
            "auroc": round(float(np.mean([distance.auroc(f.scores[0][method], f.scores[1][method]) for f in folds.values()])), 4),
            "species": each,
        }
    return {
        "refused": distance.REFUSED,
        "named_without": round(float(np.mean([f.named.mean() for f in folds.values()])), 4),
        "unseen": {name: len(f.named) for name, f in folds.items()},
        "validation": {name: f.validation for name, f in folds.items()},
        "methods": methods,
    }


def reject(options: Namespace) -> None:
    """Runs the command reject."""
    paths = {folder: options.run / f"{folder}.npz" for folder in labels.FOLDERS[: labels.NONE_INDEX]}
    missing = [folder for folder, path in paths.items() if not path.exists()]
    early = leaveout.start(options) if missing else None
    for folder in missing:
        leaveout.leave(early, labels.FOLDERS.index(folder), options.epochs, paths[folder])
        print(folder, Fold(paths[folder]).validation, flush=True)
    found = compare({folder: Fold(path) for folder, path in paths.items()}) | {"epochs": options.epochs, "size": leaveout.SIZE, "frozen": leaveout.FROZEN}
    print(json.dumps(found, indent=2))
    if options.write:
        from .model import write_json

        write_json(options.model / "reject.json", found)
