"""The network: EfficientNet-Lite0 (Liu and Tan, 2020), which starts from weights of ImageNet, and one linear layer of its own."""

import hashlib
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from .model import WEIGHTS

STEM, FEATURES = 32, 1280
# of every stage: blocks, side of the kernel, stride of its first block, factor of the widening, channels
STAGES = [(1, 3, 1, 1, 16), (2, 3, 2, 6, 24), (2, 5, 2, 6, 40), (3, 3, 2, 6, 80), (3, 5, 1, 6, 112), (4, 5, 2, 6, 192), (1, 3, 1, 6, 320)]
EPSILON = 1e-3  # of batch normalization, the authors'


def padding(kernel: int, stride: int) -> tuple[int, int]:
    """Returns the zeros before and after each axis, as TensorFlow's SAME has them for an even side."""
    return ((kernel - stride) // 2, (kernel - stride + 1) // 2)


class Normalized(nn.Sequential):
    """A convolution followed by batch normalization, which export folds into one."""

    def __init__(self, cin: int, cout: int, kernel: int, stride: int = 1, groups: int = 1) -> None:
        self.pads = padding(kernel, stride)
        even = self.pads[0] == self.pads[1]
        convolution = nn.Conv2d(cin, cout, kernel, stride, self.pads[0] if even else 0, groups=groups, bias=False)
        super().__init__(convolution, nn.BatchNorm2d(cout, EPSILON, 0.01))
        self.even = even

    def forward(self, x: Tensor) -> Tensor:
        convolution, norm = self
        x = x if self.even else F.pad(x, self.pads * 2)
        if convolution.groups == 1 or not torch.is_grad_enabled() or x.device.type != "cpu":
            return norm(convolution(x))
        # on a CPU the gradient of such a convolution takes several times as long in bfloat16
        with torch.autocast("cpu", enabled=False):
            y = F.conv2d(x.float(), convolution.weight, None, convolution.stride, convolution.padding, 1, convolution.groups)
        return norm(y.to(x.dtype))


class Block(nn.Module):
    """Widens, convolves each channel alone, narrows, and adds what came in where the shapes are the same."""

    def __init__(self, cin: int, cout: int, kernel: int, stride: int, factor: int) -> None:
        super().__init__()
        wide = cin * factor
        self.widen = Normalized(cin, wide, 1) if factor > 1 else None
        self.each = Normalized(wide, wide, kernel, stride, wide)
        self.narrow = Normalized(wide, cout, 1)
        self.skips = stride == 1 and cin == cout
        self.drop = 0.0  # the probability that training leaves the block out for a picture

    def forward(self, x: Tensor) -> Tensor:
        y = x if self.widen is None else F.relu6(self.widen(x), inplace=True)
        y = self.narrow(F.relu6(self.each(y), inplace=True))
        if not self.skips:
            return y
        if self.training and self.drop:
            y = y * (torch.rand(len(y), 1, 1, 1, device=y.device) >= self.drop).to(y.dtype) / (1 - self.drop)
        return x + y


class Network(nn.Module):
    """A stem, the blocks, a last widening, the mean over the picture, one linear layer."""

    def __init__(self, classes: int, dropout: float = 0.2, drop: float = 0.1) -> None:
        super().__init__()
        self.frozen = 0
        self.stem = Normalized(3, STEM, 3, 2)
        blocks, channels = [], STEM
        for depth, kernel, stride, factor, width in STAGES:
            for i in range(depth):
                blocks.append(Block(channels, width, kernel, stride if i == 0 else 1, factor))
                channels = width
        for i, block in enumerate(blocks):
            block.drop = drop * i / len(blocks)
        self.blocks = nn.Sequential(*blocks)
        self.last = Normalized(channels, FEATURES, 1)
        self.dropout = nn.Dropout(dropout)
        self.head = nn.Linear(FEATURES, classes)
        nn.init.normal_(self.head.weight, std=0.01)
        nn.init.zeros_(self.head.bias)

    def early(self, x: Tensor) -> Tensor:
        """Runs the stem and the frozen blocks."""
        return self.blocks[: self.frozen](F.relu6(self.stem(x), inplace=True))

    def late(self, x: Tensor) -> Tensor:
        """Runs the other blocks, and returns [n, FEATURES]."""
        return F.relu6(self.last(self.blocks[self.frozen :](x)), inplace=True).float().mean((2, 3))

    def features(self, x: Tensor) -> Tensor:
        """Returns [n, FEATURES]."""
        return self.late(self.early(x))

    def forward(self, x: Tensor) -> Tensor:
        return self.head(self.dropout(self.features(x)))

    def freeze(self, count: int) -> None:
        """Keeps the stem, the first blocks and all kernels of single channels as they are, which halves the time of a step on a CPU."""
        self.frozen = count
        for part in (self.stem, *self.blocks[:count], *(block.each[0] for block in self.blocks)):
            part.requires_grad_(False)
        self.train(self.training)

    def train(self, mode: bool = True) -> "Network":
        super().train(mode)
        for part in (self.stem, *self.blocks[: self.frozen]) if self.frozen else ():
            part.eval()
        return self

    def start(self, path: Path) -> None:
        """Takes the weights of ImageNet, but for the linear layer, from the published file, which is checked."""
        if hashlib.sha256(path.read_bytes()).hexdigest() != WEIGHTS:
            raise SystemExit(f"{path} is not the file of weights that network.py names")
        published = torch.load(path, map_location="cpu", weights_only=True)
        own = self.state_dict()
        pairs = zip((k for k in own if not k.startswith("head.")), (k for k in published if not k.startswith("_fc.")), strict=True)
        self.load_state_dict({name: published[other] for name, other in pairs}, strict=False)


class Average:
    """A moving average of the weights, which mostly does better than the weights of the last step."""

    def __init__(self, network: Network, decay: float) -> None:
        self.decay, self.steps = decay, 0
        self.state = {k: v.detach().clone() for k, v in network.state_dict().items()}

    @torch.no_grad()
    def update(self, network: Network) -> None:
        self.steps += 1
        keep = min(self.decay, (1 + self.steps) / (10 + self.steps))
        for name, value in network.state_dict().items():
            if value.is_floating_point():
                self.state[name].lerp_(value, 1 - keep)
            else:
                self.state[name].copy_(value)
