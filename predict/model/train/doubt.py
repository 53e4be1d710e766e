"""The figures of docs/models.md on how sure an answer is, on validation: `taxon_rank` and small pictures."""

import json
from argparse import Namespace

import numpy as np
from PIL import Image

from . import figures, labels, photographs, split
from .evaluate import Classifier

CERTAIN = 0.5  # predict.certain
SIDES = (96, 64, 48, 32)
GENERA = np.array([(name or "").partition(" ")[0] for _, _, name in labels.CLASSES])


def genera(p: np.ndarray, refused: np.ndarray, classes: np.ndarray) -> dict:
    """Counts photographs whose best class is below CERTAIN, those of them that get a genus, and the right ones of these.

    A photograph that is refused as another species gets none.
    """
    names = np.array(sorted(set(GENERA) - {""}))
    sums = np.stack([p[:, names_of].sum(1) for names_of in (GENERA == name for name in names)], 1)
    below = p.max(1) < CERTAIN
    named = below & ~refused & (sums.max(1) >= CERTAIN)
    right = named & (names[sums.argmax(1)] == GENERA[classes])
    return {"n": len(p), "below": int(below.sum()), "genus": int(named.sum()), "right": int(right.sum())}


def doubt(options: Namespace) -> None:
    """Runs the command doubt."""
    classifier = Classifier(options.model)
    names = split.read()["validation"]
    pictures = photographs.load(options.data, names)
    classes = np.array([labels.FOLDERS.index(labels.parse(name).folder) for name in names])
    logits, refused = classifier.answers(pictures)
    accuracy = {pictures.shape[1]: float((logits.argmax(1) == classes).mean())}
    for side in SIDES:
        small = [photographs.stretch(Image.fromarray(p), side) for p in pictures]
        accuracy[side] = float((classifier.logits(small).argmax(1) == classes).mean())
    print(json.dumps({"genera": genera(figures.softmax(logits), refused, classes), "accuracy": {k: round(v, 4) for k, v in accuracy.items()}}, indent=2))
