"""Generated pictures without mosquitoes, for the class 'none of these'.

The photographs of known species have the backgrounds of several sources (skin, paper, traps), those of 'none of these' the
background of one source. So some pictures are photographs of every source cut to patches and mixed, or bare corners of
photographs: neither shows a mosquito.
"""

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

SIZE = 256
COUNTS = {"train": (640, 11), "validation": (160, 12), "test": (360, 13)}  # of pictures, and the seed
LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,:-()"


def colour(rng: np.random.Generator) -> tuple[int, int, int]:
    r, g, b = rng.integers(0, 256, 3)
    return int(r), int(g), int(b)


def noise(rng: np.random.Generator) -> Image.Image:
    """Returns noise of one or several scales, grey or coloured."""
    total = np.zeros((SIZE, SIZE, 3), np.float32)
    for scale in rng.choice([1, 2, 4, 8, 16, 32, 64], rng.integers(1, 5), replace=False):
        cells = rng.random((SIZE // scale, SIZE // scale, 3 if rng.random() < 0.6 else 1)) * np.ones(3)
        small = Image.fromarray((cells * 255).astype(np.uint8))
        total += np.asarray(small.resize((SIZE, SIZE), Image.Resampling.BICUBIC), np.float32) * np.sqrt(scale)
    low, high = total.min(), total.max()
    dark, light = np.array(colour(rng)), np.array(colour(rng))
    return Image.fromarray((dark + (light - dark) * (total - low) / (high - low + 1e-6)).astype(np.uint8))


def gradient(rng: np.random.Generator) -> Image.Image:
    """Returns a linear or radial gradient between two colours, some of them nearly equal."""
    y, x = np.mgrid[0:SIZE, 0:SIZE] / SIZE
    angle = rng.random() * 2 * np.pi
    t = np.cos(angle) * x + np.sin(angle) * y if rng.random() < 0.5 else np.hypot(x - rng.random(), y - rng.random())
    t = (t - t.min()) / (t.max() - t.min())
    a, b = np.array(colour(rng)), np.array(colour(rng))
    if rng.random() < 0.3:
        b = np.clip(a + rng.integers(-10, 11, 3), 0, 255)
    return Image.fromarray((a + (b - a) * t[..., None]).astype(np.uint8))


def shapes(rng: np.random.Generator) -> Image.Image:
    """Returns 1 to 30 discs, boxes, lines and polygons on a gradient or on noise."""
    picture = gradient(rng) if rng.random() < 0.6 else noise(rng)
    draw = ImageDraw.Draw(picture)
    for _ in range(int(rng.choice([1, 2, 5, 12, 30]))):
        reach = int(rng.choice([20, 60, 150]))
        x, y = rng.integers(-20, SIZE, 2).tolist()
        w, h = rng.integers(3, reach, 2).tolist()
        kind = rng.integers(4)
        if kind == 0:
            draw.ellipse((x, y, x + w, y + h), fill=colour(rng))
        elif kind == 1:
            draw.rectangle((x, y, x + w, y + h), fill=colour(rng))
        elif kind == 2:
            end = rng.integers(0, SIZE, 2).tolist()
            draw.line((x, y, *end), fill=colour(rng), width=int(rng.integers(1, 9)))
        else:
            points = (rng.integers(-reach, reach, (int(rng.integers(3, 7)), 2)) + [x, y]).tolist()
            draw.polygon([tuple(p) for p in points], fill=colour(rng))
    return picture.filter(ImageFilter.GaussianBlur(float(rng.choice([0, 0, 0, 1, 3]))))


def text(rng: np.random.Generator) -> Image.Image:
    """Returns lines of letters of one size, as on a page or a screen."""
    picture = gradient(rng)
    draw = ImageDraw.Draw(picture)
    step = int(rng.integers(10, 50))
    ink = colour(rng)
    for y in range(int(rng.integers(0, 30)), SIZE, step):
        line = "".join(rng.choice(list(LETTERS + "      "), int(rng.integers(3, 50))))
        draw.text((int(rng.integers(0, 20)), y), line, fill=ink, font_size=max(8, int(step * 0.8)))
    return picture


def scrambled(rng: np.random.Generator, photograph: np.ndarray) -> Image.Image:
    """Returns a photograph whose square patches are shuffled and rotated."""
    n = int(rng.choice([4, 8, 16]))
    side = SIZE // n
    patches = photograph.reshape(n, side, n, side, 3).swapaxes(1, 2).reshape(-1, side, side, 3)
    patches = np.stack([np.rot90(p, rng.integers(4)) for p in patches[rng.permutation(n * n)]])
    return Image.fromarray(patches.reshape(n, n, side, side, 3).swapaxes(1, 2).reshape(SIZE, SIZE, 3))


def corner(rng: np.random.Generator, photograph: np.ndarray) -> Image.Image:
    """Returns the background in a corner of a photograph, tiled with mirrored copies of itself or enlarged."""
    side = int(rng.choice([32, 48, 64]))
    patch = np.rot90(photograph, rng.integers(4))[:side, :side]
    if rng.random() < 0.5:
        return Image.fromarray(np.ascontiguousarray(patch)).resize((SIZE, SIZE), Image.Resampling.BICUBIC)
    return Image.fromarray(np.pad(patch, ((0, SIZE - side), (0, SIZE - side), (0, 0)), "symmetric"))


def stripes(rng: np.random.Generator) -> Image.Image:
    """Returns stripes or chequers. They are not used in training and test the network with an unknown kind of picture."""
    y, x = np.mgrid[0:SIZE, 0:SIZE]
    width = int(rng.integers(4, 64))
    angle = rng.random() * np.pi
    if rng.random() < 0.5:
        on = ((np.cos(angle) * x + np.sin(angle) * y) // width).astype(int) % 2
    else:
        on = (x // width + y // width) % 2
    a, b = np.array(colour(rng)), np.array(colour(rng))
    return Image.fromarray(np.where(on[..., None], a, b).astype(np.uint8))


def make(count: int, seed: int, photographs: np.ndarray, unexpected: bool = False) -> np.ndarray:
    """Returns count pictures, uint8 [count, 256, 256, 3], from the photographs of one part of the split.

    Kinds take turns. unexpected adds the kind that is reserved for the test.
    """
    rng = np.random.default_rng(seed)

    def photograph() -> np.ndarray:
        return photographs[rng.integers(len(photographs))]

    kinds = [
        lambda: noise(rng), lambda: gradient(rng), lambda: shapes(rng), lambda: text(rng),
        lambda: scrambled(rng, photograph()), lambda: corner(rng, photograph()),
        lambda: scrambled(rng, photograph()), lambda: corner(rng, photograph()),
    ]  # fmt: skip
    if unexpected:
        kinds.append(lambda: stripes(rng))
    return np.stack([np.asarray(kinds[i % len(kinds)]()) for i in range(count)])
