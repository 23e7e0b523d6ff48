"""The boards look as they did: each in a fixed position, beside a small picture of it.

Fonts and edges differ between machines, so pictures are compared small and grey. When a board is meant to look
otherwise, remove its pictures from `baselines/` and run this test: it fails once and paints them anew. Look at them
before they are committed.
"""

from __future__ import annotations

import base64
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from studies import study
from visiting import GAMES, Visit

BASELINES = Path(__file__).parent / "baselines"
WIDTH = 160
ALIKE = 5.0
"""Mean difference of the small pictures, of 255."""

SHRINK = """
async ([picture, width]) => {
  const image = await createImageBitmap(await (await fetch(picture)).blob());
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = Math.round((image.height * width) / image.width);
  const context = canvas.getContext('2d');
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/png');
}
"""
DIFFER = """
async (pictures) => {
  const [one, other] = await Promise.all(pictures.map(async (picture) => {
    const image = await createImageBitmap(await (await fetch(picture)).blob());
    const canvas = new OffscreenCanvas(80, 60);
    const context = canvas.getContext('2d');
    context.imageSmoothingQuality = 'high';
    context.drawImage(image, 0, 0, 80, 60);
    return context.getImageData(0, 0, 80, 60).data;
  }));
  const grey = (data, n) => (data[n] + data[n + 1] + data[n + 2]) / 3;
  let sum = 0;
  for (let n = 0; n < one.length; n += 4) sum += Math.abs(grey(one, n) - grey(other, n));
  return sum / (one.length / 4);
}
"""


def url(picture: bytes) -> str:
    return "data:image/png;base64," + base64.b64encode(picture).decode()


def difference(page: Page, one: bytes, other: bytes) -> float:
    return page.evaluate(DIFFER, [url(one), url(other)])


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize(("game", "moment"), [("mexica", 150), ("yucatan", 160), ("azteco", 45)])
def test_the_board_of(game: str, moment: int, dark: bool, visit: Visit) -> None:
    page = visit("about:blank", dark=dark)
    painter = page.context.new_page()
    page.goto(f"{study(page, game)}/{moment}")
    expect(page.locator("[data-timeline=slider]")).to_have_value(str(moment))
    board = page.locator("main .board").first
    page.evaluate("() => document.fonts.ready")
    picture = board.screenshot(animations="disabled")
    small = base64.b64decode(painter.evaluate(SHRINK, [url(picture), WIDTH]).partition(",")[2])
    file = BASELINES / f"{game}-{'dark' if dark else 'light'}.png"
    if not file.exists():
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(small)
        pytest.fail(f"{file.name} is new: look at it, and commit it")
    assert difference(painter, small, file.read_bytes()) < ALIKE


def test_another_position_looks_different(visit: Visit) -> None:
    """The measure tells positions of one game apart, and even more the boards."""
    page = visit("about:blank")
    pictures = [(BASELINES / f"{game}-light.png").read_bytes() for game in GAMES]
    assert difference(page, pictures[0], pictures[0]) == 0
    assert min(difference(page, pictures[0], pictures[1]), difference(page, pictures[1], pictures[2])) > 2 * ALIKE
