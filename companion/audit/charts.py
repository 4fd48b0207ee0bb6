"""Charts as SVG text: how often each face came, how the evidence went, and how kind the dice were.

Colours are left to the page that shows them (classes ``bar``, ``range``, ``fair``, ``warn`` …), so that a chart fits a
light page, a dark one and print.
"""

from collections.abc import Sequence
from html import escape

WIDTH, HEIGHT, LEFT, BOTTOM, TOP = 420, 226, 46, 40, 14
ROW, NAMES, EDGE = 34, 126, 14

STYLE = """svg.proof{max-width:100%;height:auto;font:12px system-ui,sans-serif}.proof text{fill:#222}
.proof .bar{fill:#3b6ea5}.proof .path{fill:none;stroke:#3b6ea5;stroke-width:2}.proof .range{stroke:#222;stroke-width:2}
.proof .fair{stroke:#2e7d32;stroke-width:2;stroke-dasharray:6 4}.proof .axis{stroke:#bbb}
.proof .warn{stroke:#b3261e;stroke-width:2;stroke-dasharray:6 4}.proof .dot{fill:#3b6ea5}.proof .count{fill:#555}"""
"""How the charts look on a page of their own."""


def _svg(title: str, body: str, height: int = HEIGHT) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="proof" viewBox="0 0 {WIDTH} {height}" role="img"'
        f' width="{WIDTH}" height="{height}"><title>{escape(title)}</title>{body}</svg>'
    )


def _text(x: float, y: float, text: str, anchor: str = "middle", kind: str = "") -> str:
    sort = f' class="{kind}"' if kind else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{sort}>{escape(text)}</text>'


def _line(points: tuple[float, float, float, float], kind: str) -> str:
    x1, y1, x2, y2 = points
    return f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def faces_svg(
    title: str,
    faces: Sequence[str],
    counts: Sequence[int],
    intervals: Sequence[tuple[float, float]],
    fair: float | None = None,
) -> str:
    """A bar for each face with the range its true share may lie in; a dashed line where a fair one lies."""
    n = max(sum(counts), 1)
    shares = [count / n for count in counts]
    top = max(0.1, *shares, *(high for _, high in intervals), fair or 0.0)
    high, step = HEIGHT - BOTTOM - TOP, (WIDTH - LEFT - 10) / len(faces)

    def y(share: float) -> float:
        return TOP + high * (1 - share / top)

    parts = []
    for tick in (0.0, top / 2, top):
        parts += [
            _line((LEFT, y(tick), WIDTH - 10, y(tick)), "axis"),
            _text(LEFT - 6, y(tick) + 4, f"{tick:.0%}", "end"),
        ]
    for i, (face, count, share, (least, most)) in enumerate(zip(faces, counts, shares, intervals, strict=True)):
        x = LEFT + step * (i + 0.5)
        parts.append(
            f'<rect class="bar" x="{x - step * 0.3:.1f}" y="{y(share):.1f}" width="{step * 0.6:.1f}"'
            f' height="{high * share / top:.1f}"/>'
        )
        parts += [
            _line((x, y(least), x, y(most)), "range"),
            _line((x - 5, y(least), x + 5, y(least)), "range"),
            _line((x - 5, y(most), x + 5, y(most)), "range"),
            _text(x, HEIGHT - 22, face),
            _text(x, HEIGHT - 5, f"× {count}", kind="count"),
        ]
    if fair is not None:
        parts.append(_line((LEFT, y(fair), WIDTH - 10, y(fair)), "fair"))
    return _svg(title, "".join(parts))


def evidence_svg(title: str, path: Sequence[float], needed: float, words: tuple[str, str, str]) -> str:
    """How the evidence went from roll to roll; above the dashed line something is wrong.

    The words stand at the dashed line, at the beginning and at the end.
    """
    points = _thinned(path)
    low, top = min(0.0, *points), max(needed * 1.15, *points)
    high, wide = HEIGHT - BOTTOM - TOP, WIDTH - LEFT - 10

    def y(value: float) -> float:
        return TOP + high * (1 - (value - low) / (top - low))

    step = wide / max(len(points) - 1, 1)
    line = " ".join(f"{LEFT + i * step:.1f},{y(v):.1f}" for i, v in enumerate(points))
    enough, first, last = words
    parts = (
        _line((LEFT, y(0.0), WIDTH - 10, y(0.0)), "axis"),
        f'<polyline class="path" points="{line}"/>',
        _line((LEFT, y(needed), WIDTH - 10, y(needed)), "warn"),
        _text(LEFT + 4, y(needed) - 5 if y(needed) > 2 * TOP else y(needed) + 15, enough, "start"),
        _text(LEFT, HEIGHT - 10, first, "start"),
        _text(WIDTH - 10, HEIGHT - 10, last, "end"),
        _text(LEFT - 6, y(0.0) + 4, "0", "end"),
    )
    return _svg(title, "".join(parts))


def luck_svg(title: str, people: Sequence[tuple[str, float]], words: tuple[str, str]) -> str:
    """Everybody on a scale from unkind to kind: the share of evenings in which the dice are less kind than tonight."""
    height = ROW * len(people) + 40
    left, right = NAMES, WIDTH - EDGE
    parts = [_line(((left + right) / 2, 8, (left + right) / 2, height - 26), "fair")]
    for i, (name, share) in enumerate(people):
        y = ROW * (i + 0.5) + 6
        parts += [
            _text(NAMES - 12, y + 4, name if len(name) <= 15 else f"{name[:14]}…", "end"),
            _line((left, y, right, y), "axis"),
            f'<circle class="dot" cx="{left + (right - left) * share:.1f}" cy="{y:.1f}" r="7"/>',
        ]
    parts += [_text(left, height - 8, words[0], "start"), _text(right, height - 8, words[1], "end")]
    return _svg(title, "".join(parts), height)


def _thinned(path: Sequence[float], most: int = 400) -> list[float]:
    """At most so many points, the last always among them; no points = the start alone."""
    if not path:
        return [0.0]
    step = max(1, -(-len(path) // most))
    return [*path[:-1:step], path[-1]]
