"""Muon: momentum with an orthogonalized step for each kernel (Jordan and others, 2024). It needs fewer epochs than Adam.

The coefficients of the iteration are the authors': after five rounds all singular values are near 1.
"""

from concurrent.futures import Executor

import torch
from torch import Tensor

ROUNDS = 5
A, B, C = 3.4445, -4.7750, 2.0315


def orthogonal(matrix: Tensor) -> Tensor:
    """Returns an approximation of the closest matrix with orthonormal rows or columns, by Newton-Schulz iteration."""
    x = matrix.bfloat16()
    tall = x.shape[0] > x.shape[1]
    if tall:
        x = x.T
    x = x / (x.norm() + 1e-7)
    for _ in range(ROUNDS):
        square = x @ x.T
        x = A * x + (B * square + C * square @ square) @ x
    return (x.T if tall else x).to(matrix.dtype)


class Muon(torch.optim.Optimizer):
    """Muon for convolutions. The threads of pool divide the kernels among them."""

    def __init__(self, kernels: list[Tensor], rate: float, momentum: float, pool: Executor) -> None:
        super().__init__(kernels, {"lr": rate, "momentum": momentum})
        self.pool = pool

    @torch.no_grad()
    def update(self, kernel: Tensor, rate: float, momentum: float) -> None:
        state = self.state[kernel]
        if "mean" not in state:
            state["mean"] = torch.zeros_like(kernel)
        state["mean"].lerp_(kernel.grad, 1 - momentum)
        step = orthogonal(kernel.grad.lerp(state["mean"], momentum).flatten(1))
        longer = max(1, step.shape[0] / step.shape[1]) ** 0.5
        kernel.sub_(step.view_as(kernel), alpha=rate * longer)

    def step(self, closure: None = None) -> None:
        for group in self.param_groups:
            tasks = [self.pool.submit(self.update, kernel, group["lr"], group["momentum"]) for kernel in group["params"]]
            for task in tasks:
                task.result()
