"""The section of the card on whole photographs, from scenes.json."""

import json
from pathlib import Path

TITLE, NEXT = "## Whole photographs", "## What it cannot do"
SIDES = {"frame": "all of the side", "half": "half of the side", "quarter": "a quarter of the side"}
SEAMS = {"none": "no patch", "seamless": "a patch without a seam", "hard edge": "a patch with a hard edge"}


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def row(name: str, s: dict) -> str:
    cells = [str(s["n"])] + [percent(s[k]) for k in ("whole", "finder", "saliency", "true_box", "middle_finder", "middle_saliency")]
    return f"| {name} | " + " | ".join(cells) + " |"


def tables(found: dict) -> str:
    """Returns the figures as two tables."""
    lines = [
        "| The photograph takes | Scenes | Right, whole scene | Right, finder | Right, saliency | Right, true box | Found by the finder | Found by saliency |",
        "|---|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for name, share in found["scenes"].items():
        lines.append(row(f"**{SIDES[name]}**", share["all"]))
        if len(share["kinds"]) > 1:
            lines += [row(f"{SIDES[name]}: {kind}", s) for kind, s in share["kinds"].items()]
    lines += ["", "| Scenes without an insect | Scenes | Sure of a box | Middle of the best box in the patch |", "|---|---:|---:|---:|"]
    for seam, name in SEAMS.items():
        s = found["control"][seam]
        lines.append(f"| {name} | {s['n']} | {percent(s['sure'])} | {percent(s['middle_in_patch'])} |")
    beside = found["control"]["beside an insect"]
    lines += ["", f"With an insect and such a patch of a hard edge in one scene, the insect is found in {percent(beside['middle_in_insect'])} of {beside['n']}."]
    return "\n".join(lines)


def section(found: dict) -> str:
    """Returns the section."""
    quarter, control = found["scenes"]["quarter"], found["control"]
    of = [percent(s["finder"] / s["true_box"]) for s in (found["scenes"]["half"]["all"], quarter["all"])]
    return f"""{TITLE}

`find.onnx` ({found["bytes"] / 1e6:.2f} MB, SHA-256 `{found["sha256"]}`) finds the insect first; the square around its box is then
classified. It was trained on composed scenes: insects of training photographs, cut out with a soft mask, on made-up grounds and on bare corners of
training photographs (`train/find/compose.py`); the data and the licence are the classifier's. The figures are those of {found["model_id"]} on validation photographs that were laid into scenes of 512 and 1024 pixels,
with grounds and blending that training did not have (`train/find/blend.py`): the photograph's own bare ground woven on, or another one's, without a seam by Poisson's
equation; cut out with a hard edge, on another ground or on real photographs of landscapes; and, not counted in the sums, pasted as it is. The threshold of the score was
chosen on such scenes of some of the same photographs, with another seed; the test part was not used.

{tables(found)}

'True box' is the classifier's own figure, for the photograph's frame: the finder reaches {of[0]} of it at half of the side and {of[1]} at a quarter. Hard edges and foreign grounds alone cost the
classifier much, so the figures of scenes are comparable with one another, and not with those of photographs. 'Found' means that the middle of the
best box lies in the photograph's frame. The scenes without an insect are the control of seams: the finder is sure of a box in {percent(control["hard edge"]["sure"])} of those with a patch of
foreign ground, in {percent(control["none"]["sure"])} of those without, and in {percent(quarter["kinds"]["own ground"]["box_used"])} of those with an insect on its own ground. So a patch draws it somewhat, and much less than
an insect does. Few landscapes were at hand: two, each in several crops.

`python -m train scenes --data DIR --images LANDSCAPES --every {found["every"]}` prints these figures; the seed is {found["seed"]}.

"""


def completed(card: str, folder: Path) -> str:
    """Returns a card with the section of the folder's scenes.json, in place of the one that it has."""
    before, _, rest = card.partition(TITLE + "\n")
    if rest:
        card = before + NEXT + rest.partition(NEXT)[2]
    path = folder / "scenes.json"
    if not path.exists():
        return card
    return card.replace(NEXT, section(json.loads(path.read_text())) + NEXT, 1)
