"""Made-up grounds and things that are no insects, for the scenes that the finder is trained on."""

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from .. import negatives
from ..negatives import SIZE, colour

PATCHES = 0.5  # share of things that are bare patches of another ground
THING = 128  # side of a thing, in pixels


def field(rng: np.random.Generator, across: float, down: float) -> np.ndarray:
    """Returns smooth noise of 0 to 1 whose waves are about across x down pixels."""
    cells = rng.random((max(2, int(SIZE / down)), max(2, int(SIZE / across)))).astype(np.float32)
    wide = np.asarray(Image.fromarray(cells).resize((SIZE, SIZE), Image.Resampling.BICUBIC))
    return (wide - wide.min()) / (np.ptp(wide) + 1e-6)


def painted(rng: np.random.Generator, t: np.ndarray, near: int = 90) -> Image.Image:
    """Returns t, 0 to 1, between two colours that differ by near at most."""
    a = np.array(colour(rng))
    b = np.clip(a + rng.integers(-near, near + 1, 3), 0, 255)
    return Image.fromarray((a + (b - a) * t[..., None]).astype(np.uint8))


def fabric(rng: np.random.Generator) -> Image.Image:
    """Returns a weave of two threads."""
    y, x = np.mgrid[0:SIZE, 0:SIZE] + 6 * np.stack([field(rng, 60, 60), field(rng, 60, 60)])
    wave = 2 * np.pi / rng.uniform(3, 16)
    t = (np.sin(x * wave) * np.sin(y * wave) + 1) / 2
    return painted(rng, 0.6 * t + 0.4 * field(rng, 2, 2))


def wood(rng: np.random.Generator) -> Image.Image:
    """Returns veins along one direction."""
    y, _ = np.mgrid[0:SIZE, 0:SIZE] / SIZE
    t = np.sin((y + rng.uniform(0.05, 0.4) * field(rng, 120, 60)) * rng.uniform(20, 160)) / 2 + 0.5
    return painted(rng, 0.5 * t + 0.3 * field(rng, 90, 3) + 0.2 * field(rng, 4, 2), 70)


def leaves(rng: np.random.Generator) -> Image.Image:
    """Returns leaves with veins, over one another."""
    picture = negatives.gradient(rng)
    for _ in range(int(rng.integers(3, 14))):
        long = int(rng.integers(60, 300))
        leaf = Image.new("L", (long, long // int(rng.integers(2, 4))))
        ImageDraw.Draw(leaf).ellipse((0, 0, leaf.width - 1, leaf.height - 1), fill=255)
        body = Image.new("RGB", leaf.size, tuple(int(v) for v in np.clip(rng.normal((90, 130, 60), 40), 0, 255)))
        draw, middle = ImageDraw.Draw(body), leaf.height // 2
        vein = tuple(int(v) for v in np.clip(rng.normal((140, 170, 100), 30), 0, 255))
        draw.line((0, middle, long, middle), fill=vein, width=int(rng.integers(1, 5)))
        for x in range(0, long, int(rng.integers(12, 40))):
            draw.line((x, middle, x + 20, 0), fill=vein)
            draw.line((x, middle, x + 20, leaf.height), fill=vein)
        angle = float(rng.uniform(0, 360))
        place = tuple(rng.integers(-100, SIZE, 2).tolist())
        picture.paste(body.rotate(angle, expand=True), place, leaf.rotate(angle, expand=True))
    return picture.filter(ImageFilter.GaussianBlur(float(rng.choice([0, 1, 4]))))


def skin(rng: np.random.Generator) -> Image.Image:
    """Returns a tone of skin with fine lines, shade and hairs."""
    tone = np.array((230, 190, 165)) * rng.uniform(0.3, 1.1) + rng.normal(0, 8, 3)
    shade = 0.75 + 0.3 * field(rng, 200, 200) + 0.12 * field(rng, 5, 3) + 0.06 * field(rng, 2, 2)
    picture = Image.fromarray(np.clip(tone * shade[..., None], 0, 255).astype(np.uint8))
    draw = ImageDraw.Draw(picture)
    for _ in range(int(rng.choice([0, 0, 5, 25]))):
        x, y = rng.integers(0, SIZE, 2).tolist()
        bend = rng.integers(-50, 51, 2).tolist()
        draw.line((x, y, x + bend[0], y + bend[1]), fill=tuple(int(v) for v in tone * rng.uniform(0.2, 0.8)), width=int(rng.integers(1, 3)))
    return picture


def far(rng: np.random.Generator) -> Image.Image:
    """Returns a scene out of focus: regions of several colours with soft borders."""
    picture = negatives.shapes(rng)
    return picture.filter(ImageFilter.GaussianBlur(float(rng.uniform(4, 16))))


def plain(rng: np.random.Generator) -> Image.Image:
    """Returns paper or a wall: one colour, with soft light and grain."""
    light = rng.uniform(0, 1) * field(rng, 250, 250) + rng.uniform(0, 0.3) * field(rng, 2, 2)
    return painted(rng, light / (light.max() + 1e-6), 45)


def grounds(count: int, seed: int, photographs: np.ndarray) -> np.ndarray:
    """Returns made-up grounds, and bare corners of the photographs: uint8 [count, SIZE, SIZE, 3]."""
    rng = np.random.default_rng(seed)
    made = [fabric, wood, leaves, skin, far, plain, plain, negatives.noise, negatives.gradient, negatives.shapes, negatives.text]

    def corner(rng: np.random.Generator) -> Image.Image:
        return negatives.corner(rng, photographs[rng.integers(len(photographs))])

    kinds = [kind for one in made for kind in (one, corner)]
    out = []
    for i in range(count):
        picture = np.asarray(kinds[i % len(kinds)](rng))
        out.append(np.rot90(picture, rng.integers(4)))
    return np.stack(out)


def soft(rng: np.random.Generator, side: int) -> np.ndarray:
    """Returns a round or nearly square mask with a soft border, float32 [side, side]."""
    y, x = (np.mgrid[0:side, 0:side] + 0.5) / side * 2 - 1
    power = rng.uniform(2, 5)
    radius = (np.abs(x) ** power + np.abs(y) ** power) ** (1 / power)
    return np.clip((1 - radius) / rng.uniform(0.1, 0.35), 0, 1).astype(np.float32)


def patch(rng: np.random.Generator) -> np.ndarray:
    """Returns the mask of a patch of ground, whose border must not pass for an insect: soft, or with a hard edge."""
    if rng.random() < 0.6:
        return soft(rng, THING) * 255
    edge = int(rng.integers(2, 20))
    mask = np.zeros((THING, THING), np.float32)
    mask[edge : THING - edge, edge : THING - edge] = 255
    return mask


def outline(rng: np.random.Generator) -> Image.Image:
    """Returns the mask of a thing: blobs, strokes, or both."""
    mask = Image.new("L", (THING, THING))
    draw, middle = ImageDraw.Draw(mask), THING // 2
    kind = rng.integers(1, 4)
    if kind in (1, 3):
        for _ in range(int(rng.integers(1, 5))):
            w, h = rng.integers(8, 60, 2).tolist()
            x, y = (middle + rng.integers(-30, 31, 2)).tolist()
            draw.ellipse((x - w // 2, y - h // 2, x + w // 2, y + h // 2), fill=255)
    if kind in (2, 3):
        for _ in range(int(rng.integers(1, 4))):
            points = rng.integers(4, THING - 4, (int(rng.integers(2, 5)), 2))
            draw.line([tuple(p) for p in points.tolist()], fill=255, width=int(rng.integers(1, 7)))
    return mask.filter(ImageFilter.GaussianBlur(float(rng.choice([0.5, 1, 3]))))


def things(count: int, seed: int, patches: np.ndarray) -> np.ndarray:
    """Returns things that are no insects, made of patches of grounds: uint8 [count, THING, THING, 4], colours times alpha."""
    rng = np.random.default_rng(seed)
    out = np.zeros((count, THING, THING, 4), np.uint8)
    for i in range(count):
        ground = patches[rng.integers(len(patches))]
        y, x = rng.integers(0, SIZE - THING + 1, 2)
        body = ground[y : y + THING, x : x + THING].astype(np.float32)
        if rng.random() < PATCHES:
            alpha = patch(rng)[..., None]
        else:
            body *= rng.uniform(0.2, 1.1)
            alpha = np.asarray(outline(rng), np.float32)[..., None]
        out[i] = np.concatenate([np.clip(body, 0, 255) * alpha / 255, alpha], 2)
    return out
