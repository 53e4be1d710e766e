"""How unlike the training photographs a picture is, from the features of the network: the scores that were compared. Numpy alone."""

import numpy as np

from . import figures, labels

METHOD = "Mahalanobis"  # the score that leaves the fewest unseen species named: reject.json
REFUSED = 0.08  # of the validation photographs of known species are above the limit
DIRECTIONS = 64  # of the features with the largest variance
NEIGHBOURS = 20
RIDGE = 0.05  # share of the mean variance that is added to every direction


class Space:
    """The training photographs of the species, in the directions in which they differ most."""

    def __init__(self, features: np.ndarray, classes: np.ndarray) -> None:
        of = classes != labels.NONE_INDEX
        features, classes = features[of].astype(np.float64), classes[of]
        self.centre = features.mean(0)
        _, _, directions = np.linalg.svd(features - self.centre, full_matrices=False)
        self.directions = directions[:DIRECTIONS].T
        z = (features - self.centre) @ self.directions
        present = np.unique(classes)
        means = np.stack([z[classes == c].mean(0) for c in present])
        self.within = whiten(z - means[np.searchsorted(present, classes)])
        self.whole = whiten(z)
        self.means = means @ self.within
        self.bank = unit(z)

    def scores(self, features: np.ndarray, logits: np.ndarray) -> dict[str, np.ndarray]:
        """Returns every score of every picture; the higher, the stranger."""
        z = (features - self.centre) @ self.directions
        nearest = ((z @ self.within)[:, None] - self.means[None]) ** 2
        nearest = nearest.sum(2).min(1)
        similar = np.sort(unit(z) @ self.bank.T, 1)[:, -NEIGHBOURS:]
        p = figures.softmax(logits)
        highest = logits.max(1)
        return {
            "probability": 1 - p.max(1),
            "energy": -(highest + np.log(np.exp(logits - highest[:, None]).sum(1))),
            "Mahalanobis": nearest,
            "relative Mahalanobis": nearest - ((z @ self.whole) ** 2).sum(1),
            "neighbours": 1 - similar.mean(1),
        }


def whiten(z: np.ndarray) -> np.ndarray:
    """Returns the matrix that makes the covariance of z, with the ridge, the identity."""
    covariance = z.T @ z / len(z)
    covariance += RIDGE * np.trace(covariance) / len(covariance) * np.eye(len(covariance))
    values, vectors = np.linalg.eigh(covariance)
    return vectors / np.sqrt(values)


def unit(z: np.ndarray) -> np.ndarray:
    return z / np.linalg.norm(z, axis=1, keepdims=True)


def auroc(known: np.ndarray, unseen: np.ndarray) -> float:
    """Returns how often an unseen picture has the higher score than a known one."""
    order = np.sort(known)
    below, through = np.searchsorted(order, unseen, "left"), np.searchsorted(order, unseen, "right")
    return float((below + through).mean() / 2 / len(known))
