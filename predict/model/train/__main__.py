"""python -m train: split, train, finish, export, evaluate, reject, doubt."""

from argparse import ArgumentDefaultsHelpFormatter, ArgumentParser
from pathlib import Path

HERE = Path(__file__).parent


def parser() -> ArgumentParser:
    top = ArgumentParser("train", description="The program behind Skeeter's bundled classifier.")
    commands = top.add_subparsers(dest="command", required=True)

    def command(name: str, text: str) -> ArgumentParser:
        sub = commands.add_parser(name, help=text, description=text, formatter_class=ArgumentDefaultsHelpFormatter)
        sub.add_argument("--data", type=Path, required=True, help="folder of AMID, with a folder for each class")
        return sub

    sub = command("split", "write manifest.csv")
    sub.add_argument("--seed", type=int, default=1, help="of the order of blocks")

    def run(sub: ArgumentParser, size: int) -> None:
        sub.add_argument("--run", type=Path, default=HERE / "run", help="folder of checkpoints")
        sub.add_argument("--size", type=int, default=size, help="side of the picture in pixels, a multiple of 32")

    def start(sub: ArgumentParser) -> None:
        sub.add_argument("--weights", type=Path, required=True, help="efficientnet-lite0-57934424.pth, from which training starts")

    sub = command("train", "train from weights of ImageNet")
    start(sub)
    sub.add_argument("--epochs", type=int, default=30, help="length of the run, in passes over the photographs")
    sub.add_argument("--minutes", type=float, default=0, help="length of the run in minutes, in place of epochs; 0 uses epochs")
    sub.add_argument("--every", type=float, default=5, help="minutes between validations and checkpoints")
    sub.add_argument("--device", default="auto", help="cpu, cuda, or auto")
    sub.add_argument("--float32", action="store_true", help="compute in float32 instead of bfloat16")
    sub.add_argument("--batch", type=int, default=64)
    sub.add_argument("--workers", type=int, default=1, help="threads that divide a batch: the cores of a CPU, 1 for a GPU")
    sub.add_argument("--sizes", default="0:128,0.5:160", help="sizes to train with, each after the share of the run from which on it is used")
    sub.add_argument("--frozen", type=int, default=3, help="blocks, and the stem, that stay as they were")
    sub.add_argument("--rate", type=float, default=1e-3, help="highest learning rate")
    sub.add_argument("--head", type=float, default=3.0, help="times this for the last layer, which starts from nothing")
    sub.add_argument("--weight-decay", type=float, default=0.02, help="of kernels")
    sub.add_argument("--decay", type=float, default=0.99, help="of the moving average of the weights")
    sub.add_argument("--smoothing", type=float, default=0.1, help="of the labels")
    sub.add_argument("--mix", type=float, default=0.25, help="share of batches that are mixed")
    sub.add_argument("--balance", type=float, default=0.5, help="a class and source of n photographs is drawn like n to this power")
    sub.add_argument("--seed", type=int, default=1)
    sub.add_argument("--resume", action="store_true", help="continue from the checkpoint in --run")
    sub.add_argument("--begin", type=Path, help="checkpoint whose averaged weights the run begins with, in place of those of ImageNet")
    run(sub, 160)

    sub = command("find", "train the finder, and write find.onnx")
    sub.add_argument("--minutes", type=float, default=40, help="length of the run in minutes")
    sub.add_argument("--steps", type=int, default=0, help="length of the run in steps, in place of minutes; 0 uses minutes")
    sub.add_argument("--batch", type=int, default=32)
    sub.add_argument("--rate", type=float, default=2e-3, help="highest learning rate")
    sub.add_argument("--begin", type=Path, help="checkpoint whose weights the run begins with")
    sub.add_argument("--size", type=int, default=160, help="side of the input, in pixels, a multiple of 32")
    sub.add_argument("--threads", type=int, default=1)
    sub.add_argument("--run", type=Path, default=HERE / "run", help="folder of the checkpoint")
    sub.add_argument("--out", type=Path, default=HERE / "run", help="folder of find.onnx")
    sub.add_argument("--version", type=int, default=1, help="last part of the finder's id")
    sub.add_argument("--seed", type=int, default=1)

    sub = command("find-export", "write find.onnx from a checkpoint of the finder")
    sub.add_argument("--checkpoint", type=Path, default=HERE / "run" / "finder.pt", help="file with the weights")
    sub.add_argument("--out", type=Path, default=HERE / "run", help="folder of find.onnx")
    sub.add_argument("--version", type=int, default=1, help="last part of the finder's id")

    sub = command("scenes", "compute the figures of whole photographs from skeeter.onnx and find.onnx, on validation, without PyTorch")
    sub.add_argument("--model", type=Path, default=HERE.parent, help="folder of skeeter.onnx, model.json and find.onnx")
    sub.add_argument("--images", type=Path, help="folder of real photographs that are grounds as well, searched at any depth")
    sub.add_argument("--every", type=int, default=1, help="take one photograph of so many")
    sub.add_argument("--seed", type=int, default=1)
    sub.add_argument("--write", action="store_true", help="write scenes.json, and card.md with it")

    sub = command("finish", "train the last blocks of a run on, with stored views of the photographs")
    sub.add_argument("--epochs", type=float, default=12, help="length, in passes over the photographs")
    sub.add_argument("--minutes", type=float, default=0, help="length in minutes, in place of epochs; 0 uses epochs")
    run(sub, 160)

    sub = command("reject", "leave out one species at a time, train without it, and compare the scores that tell it from the known ones")
    start(sub)
    sub.add_argument("--run", type=Path, default=HERE / "run", help="folder of what the networks said; a species that is there is not trained again")
    sub.add_argument("--epochs", type=float, default=5, help="length of each training, in passes over the photographs")
    sub.add_argument("--model", type=Path, default=HERE.parent, help="folder of reject.json")
    sub.add_argument("--write", action="store_true", help="write reject.json")

    sub = command("export", "write skeeter.onnx and model.json of a checkpoint and a companion")
    sub.add_argument("--checkpoint", type=Path, default=HERE / "run" / "finished.pt", help="file with the weights")
    sub.add_argument("--companion", type=Path, required=True, help="folder of skeeter.onnx and model.json of skeeter-amid-1, whose logits are added")
    sub.add_argument("--out", type=Path, default=HERE / "run", help="folder of skeeter.onnx and model.json")
    sub.add_argument("--size", type=int, default=160, help="side of the exported model's input, in pixels, a multiple of 32")
    sub.add_argument("--version", type=int, default=3, help="last part of the model's id")

    sub = command("evaluate", "compute the figures of the card from the ONNX file, on the CPU, without PyTorch")
    sub.add_argument("--model", type=Path, default=HERE.parent, help="folder of skeeter.onnx and model.json")
    sub.add_argument("--images", type=Path, help="folder of pictures without mosquitoes, searched at any depth")
    sub.add_argument("--part", default="test", choices=["validation", "test"])
    sub.add_argument("--write", action="store_true", help="write metrics.json, card.md, and the figures in model.json")

    sub = command("doubt", "compute how often an answer stops at the genus, and what small pictures cost, on validation, without PyTorch")
    sub.add_argument("--model", type=Path, default=HERE.parent, help="folder of skeeter.onnx and model.json")
    return top


def main() -> None:
    options = parser().parse_args()
    if options.command == "split":
        from . import split

        split.write(options.data, options.seed)
    elif options.command == "train":
        from . import fit

        fit.train(options)
    elif options.command == "find":
        from .find import finder

        finder.train(options)
    elif options.command == "find-export":
        from .find import finder

        finder.export(options)
    elif options.command == "scenes":
        from .find import scenes

        scenes.scenes(options)
    elif options.command == "finish":
        from . import late

        late.finish(options)
    elif options.command == "export":
        from . import fit

        fit.reexport(options)
    elif options.command == "reject":
        from . import reject

        reject.reject(options)
    elif options.command == "doubt":
        from . import doubt

        doubt.doubt(options)
    else:
        from . import evaluate

        evaluate.evaluate(options)


if __name__ == "__main__":
    main()
