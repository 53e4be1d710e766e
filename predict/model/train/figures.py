"""Figures of a classifier, from logits and true classes. Needs numpy alone."""

from typing import NamedTuple

import numpy as np

from . import labels

BINS = 15
DRAWS = 2000


def softmax(logits: np.ndarray) -> np.ndarray:
    e = np.exp(logits - logits.max(1, keepdims=True))
    return e / e.sum(1, keepdims=True)


def loss(logits: np.ndarray, classes: np.ndarray) -> float:
    """Returns the mean negative log-likelihood."""
    return float(-np.log(softmax(logits.astype(np.float64))[np.arange(len(classes)), classes] + 1e-12).mean())


def calibration_error(logits: np.ndarray, classes: np.ndarray) -> float:
    """Returns the expected calibration error: the weighted mean of |accuracy - confidence| over BINS equal bins of confidence."""
    p = softmax(logits.astype(np.float64))
    confidence, right = p.max(1), p.argmax(1) == classes
    at = np.minimum((confidence * BINS).astype(int), BINS - 1)
    gaps = [abs(right[at == b].mean() - confidence[at == b].mean()) * (at == b).sum() for b in np.unique(at)]
    return float(sum(gaps) / len(classes))


def temperature(logits: np.ndarray, classes: np.ndarray) -> float:
    """Returns the divisor of the logits with the least loss, 0.2 to 5, to three digits."""
    candidates = np.exp(np.linspace(np.log(0.2), np.log(5), 160))
    return round(float(min(candidates, key=lambda t: loss(logits / t, classes))), 3)


class Calibration(NamedTuple):
    """Turns the network's logits into the model's: (logits + offsets) / temperature.

    The network is trained as if all classes were equally frequent. prior is the share of the logarithm of their frequency that
    is added back. none is added to 'none of these', which is frequent in training because of the generated pictures.
    """

    temperature: float
    prior: float
    none: float

    def offsets(self, frequency: np.ndarray) -> np.ndarray:
        offsets = self.prior * np.log(frequency / frequency.sum())
        offsets[labels.NONE_INDEX] += self.none
        return offsets.astype(np.float32)


def calibrate(logits: np.ndarray, classes: np.ndarray, frequency: np.ndarray) -> Calibration:
    """Returns the calibration with the least loss; frequency counts the training photographs of each class."""
    candidates = []
    for prior in np.arange(0, 1.26, 0.25):
        for none in np.arange(0, 2.01, 0.25):
            moved = logits + Calibration(1, prior, none).offsets(frequency)
            t = temperature(moved, classes)
            candidates.append((loss(moved / t, classes), Calibration(t, float(prior), float(none))))
    return min(candidates)[1]


def confusion(predicted: np.ndarray, classes: np.ndarray) -> np.ndarray:
    """Counts pictures: rows are the true classes, columns the predicted ones."""
    n = len(labels.IDS)
    return np.bincount(classes * n + predicted, minlength=n * n).reshape(n, n)


def by_class(matrix: np.ndarray) -> dict[str, dict]:
    """Returns precision, recall and F1 of every class that occurs. The precision of a class that is never predicted is 0."""
    found = {}
    for i, identifier in enumerate(labels.IDS):
        correct, predicted, n = int(matrix[i, i]), int(matrix[:, i].sum()), int(matrix[i].sum())
        if n == 0:
            continue
        precision, recall = correct / max(predicted, 1), correct / n
        f1 = 2 * correct / (predicted + n)
        found[identifier] = {"precision": round(precision, 4), "recall": round(recall, 4), "f1": round(f1, 4), "n": n}
    return found


def summary(logits: np.ndarray, classes: np.ndarray) -> dict:
    """Returns all figures of one set of photographs. The macro F1 is the mean over the classes that occur in it."""
    predicted = logits.argmax(1)
    matrix = confusion(predicted, classes)
    each = by_class(matrix)
    return {
        "n": len(classes),
        "accuracy": round(float((predicted == classes).mean()), 4),
        "macro_f1": round(float(np.mean([c["f1"] for c in each.values()])), 4),
        "ece": round(calibration_error(logits, classes), 4),
        "loss": round(loss(logits, classes), 4),
        "classes": each,
        "confusion": matrix.tolist(),
    }


def intervals(logits: np.ndarray, classes: np.ndarray) -> dict:
    """Returns the 95 % intervals of accuracy, macro F1 and each F1, from DRAWS samples of the photographs with replacement."""
    random, predicted = np.random.default_rng(1), logits.argmax(1)
    rows = []
    for _ in range(DRAWS):
        of = random.integers(len(classes), size=len(classes))
        matrix = confusion(predicted[of], classes[of])
        f1 = 2 * np.diag(matrix) / np.maximum(matrix.sum(0) + matrix.sum(1), 1)
        rows.append([np.diag(matrix).sum() / len(of), f1[matrix.sum(1) > 0].mean(), *f1])
    low, high = np.quantile(rows, (0.025, 0.975), axis=0).round(4)
    return {name: [float(a), float(b)] for name, a, b in zip(("accuracy", "macro_f1", *labels.IDS), low, high)}


def brief(logits: np.ndarray, classes: np.ndarray) -> dict:
    """Returns the part of a summary that fits in a line."""
    found = summary(logits, classes)
    return {k: found[k] for k in ("n", "accuracy", "macro_f1", "ece")}
