"""Makes the reference pictures for resampling: `python make.py` in this folder, with Pillow 11 or newer."""

import numpy as np
from PIL import Image

FILTERS = {
    "nearest": Image.Resampling.NEAREST,
    "bilinear": Image.Resampling.BILINEAR,
    "bicubic": Image.Resampling.BICUBIC,
    "lanczos": Image.Resampling.LANCZOS,
}


def main():
    random = np.random.default_rng(7)
    y, x = np.mgrid[0:53, 0:87]
    waves = 127 + 100 * np.sin(np.stack([x / 5, y / 7, (x + y) / 9], 2)) + random.normal(0, 9, (53, 87, 3))
    source = Image.fromarray(waves.clip(0, 255).astype(np.uint8))
    source.save("source.png")
    for name, resampling in FILTERS.items():
        source.resize((24, 24), resampling).save(f"{name}-smaller.png")
        source.resize((130, 100), resampling).save(f"{name}-larger.png")
        # The middle 60 x 40 pixels.
        source.resize((24, 16), resampling, box=(13.5, 6.5, 73.5, 46.5)).save(f"{name}-middle.png")


if __name__ == "__main__":
    main()
