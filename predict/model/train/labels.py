"""The classes, their order, and the parser of file names."""

import re
from typing import NamedTuple

NONE = "none_of_these"

# Folder of the data set, id of the catalog, scientific name; the order is the order of the model's outputs.
CLASSES: list[tuple[str, str, str | None]] = [
    ("Aedes_aegypti", "aedes-aegypti", "Aedes aegypti"),
    ("Aedes_albopictus", "aedes-albopictus", "Aedes albopictus"),
    ("Aedes_japonicus", "aedes-japonicus", "Aedes japonicus"),
    ("Culex_pipiens", "culex-pipiens", "Culex pipiens"),
    ("Culex_quinquefasciatus", "culex-quinquefasciatus", "Culex quinquefasciatus"),
    ("Other_species", NONE, None),
]
FOLDERS = [folder for folder, _, _ in CLASSES]
IDS = [identifier for _, identifier, _ in CLASSES]
NONE_INDEX = IDS.index(NONE)

# Species with too few photographs for a class. They only test what the model predicts for a species that it has never seen.
UNSEEN = ["Aedes_koreicus", "Armigeres_subalbatus"]

SOURCES = {"MSA": "Mosquito Alert", "WHO": "laboratory", "ICD": "field traps in Dhaka"}

NAME = re.compile(r"^(MSA|WHO|ICD)_.+?_(\d+)_Resized\.jpg$")


class Name(NamedTuple):
    """The parts of a relative file name: folder, source, and number within both."""

    folder: str
    source: str
    number: int


def parse(path: str) -> Name:
    """Reads a name such as `Culex_pipiens/ICD_Culex_pipiens_Cropped_1_Resized.jpg`."""
    folder, _, file = path.partition("/")
    match = NAME.match(file)
    if match is None:
        raise ValueError(f"not a file name of the data set: {path}")
    return Name(folder, match[1], int(match[2]))
