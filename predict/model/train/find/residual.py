"""Parts of the finder's network: residual blocks of dense 3x3 convolutions, fast on a CPU."""

from torch import Tensor, nn
from torch.nn import functional as F


class Normalized(nn.Sequential):
    """A convolution followed by batch normalization, which export folds into one."""

    def __init__(self, cin: int, cout: int, kernel: int, stride: int = 1) -> None:
        super().__init__(nn.Conv2d(cin, cout, kernel, stride, kernel // 2, bias=False), nn.BatchNorm2d(cout))
        self.pads = kernel // 2, kernel // 2  # before and after


class Block(nn.Module):
    """Two convolutions and a skip connection."""

    def __init__(self, cin: int, cout: int, stride: int) -> None:
        super().__init__()
        self.stride = stride
        self.first = Normalized(cin, cout, 3, stride)
        self.second = Normalized(cout, cout, 3)
        self.skip = Normalized(cin, cout, 1) if stride > 1 or cin != cout else None

    def forward(self, x: Tensor) -> Tensor:
        y = self.second(F.relu(self.first(x), inplace=True))
        if self.skip is not None:
            x = self.skip(F.avg_pool2d(x, 2) if self.stride > 1 else x)
        return F.relu(y + x, inplace=True)
