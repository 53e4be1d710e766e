"""The network: a small residual net of dense 3x3 convolutions, fast on a CPU."""

from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional as F


class Shape(NamedTuple):
    """Channels of the stem, and channels and blocks of every stage; each stage halves the picture."""

    stem: int = 32
    widths: tuple[int, ...] = (48, 96, 192, 288)
    depths: tuple[int, ...] = (2, 2, 2, 1)


def normalized(cin: int, cout: int, kernel: int, stride: int = 1) -> nn.Sequential:
    """Returns a convolution followed by batch normalization, which export folds into one."""
    return nn.Sequential(nn.Conv2d(cin, cout, kernel, stride, kernel // 2, bias=False), nn.BatchNorm2d(cout))


class Block(nn.Module):
    """Two convolutions and a skip connection."""

    def __init__(self, cin: int, cout: int, stride: int) -> None:
        super().__init__()
        self.stride = stride
        self.first = normalized(cin, cout, 3, stride)
        self.second = normalized(cout, cout, 3)
        self.skip = normalized(cin, cout, 1) if stride > 1 or cin != cout else None

    def forward(self, x: Tensor) -> Tensor:
        y = self.second(F.relu(self.first(x), inplace=True))
        if self.skip is not None:
            x = self.skip(F.avg_pool2d(x, 2) if self.stride > 1 else x)
        return F.relu(y + x, inplace=True)


class Network(nn.Module):
    """A stem, the stages, the mean over the picture, one linear layer."""

    def __init__(self, classes: int, shape: Shape = Shape(), dropout: float = 0.2) -> None:
        super().__init__()
        self.stem = normalized(3, shape.stem, 3, 2)
        blocks, channels = [], shape.stem
        for width, depth in zip(shape.widths, shape.depths):
            for i in range(depth):
                blocks.append(Block(channels, width, 2 if i == 0 else 1))
                channels = width
        self.blocks = nn.Sequential(*blocks)
        self.dropout = nn.Dropout(dropout)
        self.head = nn.Linear(channels, classes)
        for module in self.modules():
            if isinstance(module, nn.Conv2d):
                nn.init.kaiming_normal_(module.weight, mode="fan_out", nonlinearity="relu")
            if isinstance(module, Block):
                nn.init.zeros_(module.second[1].weight)  # a block starts as its skip connection
        nn.init.normal_(self.head.weight, std=0.01)
        nn.init.zeros_(self.head.bias)

    def forward(self, x: Tensor) -> Tensor:
        x = self.blocks(F.relu(self.stem(x), inplace=True))
        return self.head(self.dropout(x.float().mean((2, 3))))


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
