"""Splits the photographs into training, validation and test.

Photographs with neighbouring numbers often show the same insect. So the unit is a block: BLOCK consecutive numbers of one folder
and source, or fewer where a source has few photographs of a species. Blocks that share nearly equal pictures are joined. Whole
blocks go to a part, separately for each folder and source, until the part has its share.
"""

import csv
import random
from collections import defaultdict
from pathlib import Path

import numpy as np
from PIL import Image

from . import labels

BLOCK = 25
ENOUGH = 8  # blocks that a folder and source should have; with fewer, blocks are halved, down to LEAST
LEAST = 10  # numbers of a block
SHARES = {"train": 0.70, "validation": 0.15, "test": 0.15}
UNSEEN = "unseen"
ALIKE = 0.93  # correlation of two thumbnails from which on they count as the same picture
THUMBNAIL = 20
MANIFEST = Path(__file__).with_name("manifest.csv")


def files(data: Path) -> list[str]:
    """Lists the photographs below data, by relative name, sorted by folder, source and number."""
    folders = labels.FOLDERS + labels.UNSEEN
    found = [f"{folder}/{path.name}" for folder in folders for path in (data / folder).glob("*.jpg")]
    if not found:
        raise SystemExit(f"no photographs below {data}")
    return sorted(found, key=labels.parse)


def thumbnails(data: Path, names: list[str]) -> np.ndarray:
    """Returns thumbnails as vectors of mean 0 and length 1, so that a product is a correlation."""
    rows = []
    for name in names:
        with Image.open(data / name) as picture:
            small = picture.convert("RGB").resize((THUMBNAIL, THUMBNAIL), Image.Resampling.BILINEAR)
        row = np.asarray(small, np.float32).reshape(-1, 3)
        row = (row - row.mean(0)).ravel()
        rows.append(row / (np.linalg.norm(row) + 1e-6))
    return np.stack(rows)


def alike(vectors: np.ndarray) -> list[tuple[int, int]]:
    """Returns the pairs of nearly equal pictures, also rotated and mirrored ones."""
    square = vectors.reshape(-1, THUMBNAIL, THUMBNAIL, 3)
    pairs: set[tuple[int, int]] = set()
    for mirrored in (square, square[:, :, ::-1]):
        for turns in range(4):
            turned = np.rot90(mirrored, turns, axes=(1, 2)).reshape(len(vectors), -1)
            for start in range(0, len(vectors), 1024):
                rows, columns = np.nonzero(vectors[start : start + 1024] @ turned.T > ALIKE)
                pairs.update((int(a), int(b)) for a, b in zip(rows + start, columns) if a < b)
    return sorted(pairs)


def sizes(names: list[str]) -> dict[tuple[str, str], int]:
    """Returns the size of a block by folder and source."""
    numbers: dict[tuple[str, str], list[int]] = defaultdict(list)
    for name in names:
        folder, source, number = labels.parse(name)
        numbers[folder, source].append(number)
    found = {}
    for stratum, values in numbers.items():
        size = BLOCK
        while len({n // size for n in values}) < ENOUGH and size // 2 >= LEAST:
            size //= 2
        found[stratum] = size
    return found


def blocks(names: list[str], pairs: list[tuple[int, int]]) -> list[list[int]]:
    """Returns lists of places in names that have to stay in one part."""
    parent = list(range(len(names)))

    def root(i: int) -> int:
        while parent[i] != i:
            parent[i] = parent[parent[i]]
            i = parent[i]
        return i

    size = sizes(names)
    first: dict[tuple[str, str, int], int] = {}
    for i, name in enumerate(names):
        folder, source, number = labels.parse(name)
        parent[root(i)] = root(first.setdefault((folder, source, number // size[folder, source]), i))
    for a, b in pairs:
        parent[root(a)] = root(b)
    groups: dict[int, list[int]] = defaultdict(list)
    for i in range(len(names)):
        groups[root(i)].append(i)
    return sorted(groups.values())


def assign(names: list[str], groups: list[list[int]], seed: int) -> dict[str, str]:
    """Assigns every photograph to a part: the largest blocks first, each to the part that lacks most."""
    strata: dict[tuple[str, str], list[list[int]]] = defaultdict(list)
    for group in groups:
        strata[labels.parse(names[group[0]])[:2]].append(group)
    parts: dict[str, str] = {}
    for (folder, source), members in sorted(strata.items()):
        if folder in labels.UNSEEN:
            parts.update({names[i]: UNSEEN for group in members for i in group})
            continue
        random.Random(f"{seed} {folder} {source}").shuffle(members)
        members.sort(key=len, reverse=True)
        total = sum(map(len, members))
        lacks = {part: share * total for part, share in SHARES.items()}
        for group in members:
            part = max(lacks, key=lambda p: lacks[p] / SHARES[p] if lacks[p] >= len(group) / 2 else lacks[p] - total)
            lacks[part] -= len(group)
            parts.update({names[i]: part for i in group})
    return parts


def write(data: Path, seed: int) -> None:
    """Writes the manifest."""
    names = files(data)
    pairs = alike(thumbnails(data, names))
    groups = blocks(names, pairs)
    parts = assign(names, groups, seed)
    with MANIFEST.open("w", newline="") as out:
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(["file", "part"])
        writer.writerows((name, parts[name]) for name in names)
    print(f"{len(names)} photographs, {len(pairs)} pairs alike, {len(groups)} blocks, largest {max(map(len, groups))}")
    counts: dict[tuple[str, str], dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for name in names:
        counts[labels.parse(name)[:2]][parts[name]] += 1
    for stratum, by_part in sorted(counts.items()):
        print(*stratum, dict(by_part))


def read() -> dict[str, list[str]]:
    """Returns the files of every part."""
    parts: dict[str, list[str]] = defaultdict(list)
    with MANIFEST.open(newline="") as lines:
        for row in csv.DictReader(lines):
            parts[row["part"]].append(row["file"])
    return parts
