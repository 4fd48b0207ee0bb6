"""Charts as SVG text: how often each face came, and how the evidence went; black on white, readable in print."""

from collections.abc import Sequence
from html import escape

WIDTH, HEIGHT, LEFT, BOTTOM, TOP = 420, 220, 40, 30, 14
BAR, FAIR, WARN = "#3b6ea5", "#2e7d32", "#b3261e"


def _svg(title: str, body: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" width="{WIDTH}"'
        f' font-family="system-ui,sans-serif" font-size="12"><title>{escape(title)}</title>{body}</svg>'
    )


def _text(x: float, y: float, text: str, anchor: str = "middle") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="#222">{escape(text)}</text>'


def _line(points: tuple[float, float, float, float], color: str, dash: str = "") -> str:
    x1, y1, x2, y2 = points
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{color}" stroke-width="2"{dashes}/>'


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

    parts = [_text(LEFT - 4, y(tick) + 4, f"{tick:.0%}", "end") for tick in (0.0, top / 2, top)]
    for i, (face, count, share, (least, most)) in enumerate(zip(faces, counts, shares, intervals, strict=True)):
        x = LEFT + step * (i + 0.5)
        parts.append(
            f'<rect x="{x - step * 0.3:.1f}" y="{y(share):.1f}" width="{step * 0.6:.1f}"'
            f' height="{high * share / top:.1f}" fill="{BAR}"/>'
        )
        parts += [
            _line((x, y(least), x, y(most)), "#222"),
            _line((x - 5, y(least), x + 5, y(least)), "#222"),
            _line((x - 5, y(most), x + 5, y(most)), "#222"),
            _text(x, HEIGHT - 14, face),
            _text(x, HEIGHT - 1, f"× {count}"),
        ]
    if fair is not None:
        parts.append(_line((LEFT, y(fair), WIDTH - 10, y(fair)), FAIR, "6 4"))
    return _svg(title, "".join(parts))


def evidence_svg(title: str, path: Sequence[float], needed: float) -> str:
    """How the evidence went from roll to roll; above the dashed line something is wrong."""
    points = _thinned(path)
    low, top = min(0.0, *points), max(needed * 1.15, *points)
    high, wide = HEIGHT - BOTTOM - TOP, WIDTH - LEFT - 10

    def y(value: float) -> float:
        return TOP + high * (1 - (value - low) / (top - low))

    step = wide / max(len(points) - 1, 1)
    line = " ".join(f"{LEFT + i * step:.1f},{y(v):.1f}" for i, v in enumerate(points))
    parts = (
        f'<polyline points="{line}" fill="none" stroke="{BAR}" stroke-width="2"/>',
        _line((LEFT, y(needed), WIDTH - 10, y(needed)), WARN, "6 4"),
        _text(LEFT + 4, y(needed) - 4, "enough to speak against it", "start"),
        _text(LEFT, HEIGHT - 8, "first roll", "start"),
        _text(WIDTH - 10, HEIGHT - 8, f"roll {len(path)}", "end"),
        _text(LEFT - 4, y(0.0) + 4, "0", "end"),
    )
    return _svg(title, "".join(parts))


def _thinned(path: Sequence[float], most: int = 400) -> list[float]:
    """At most so many points, the last always among them; no points = the start alone."""
    if not path:
        return [0.0]
    step = max(1, -(-len(path) // most))
    return [*path[:-1:step], path[-1]]
