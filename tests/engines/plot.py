"""A plot of ratios, as SVG: columns of points with their ranges, on a logarithmic scale."""
import math

LEFT, TOP, COLUMN, HEIGHT, BELOW = 60, 40, 34, 320, 140
TICKS = (0.25, 0.5, 1, 2, 4, 8)
COLORS = ("#1f4e9c", "#c05a00", "#3a7d44")


def height_of(ratio):
    """Where a ratio lies between the first tick and the last."""
    low, high = math.log(TICKS[0]), math.log(TICKS[-1])
    share = (math.log(min(max(ratio, TICKS[0]), TICKS[-1])) - low) / (high - low)
    return TOP + HEIGHT * (1 - share)


def scale(width):
    for tick in TICKS:
        y = height_of(tick)
        yield (f'<line x1="{LEFT}" x2="{width - 10}" y1="{y:.1f}" y2="{y:.1f}" stroke="#000" '
               f'stroke-opacity="{0.7 if tick == 1 else 0.15}"/>')
        yield f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{tick:g}</text>'


def points(series, index):
    """One series: name -> (low, median, high) of each column."""
    color = COLORS[index]
    for column, (low, median, high) in enumerate(series):
        x = LEFT + COLUMN * (column + 0.5) + 6 * index
        yield (f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{height_of(low):.1f}" y2="{height_of(high):.1f}" '
               f'stroke="{color}" stroke-width="2" stroke-opacity="0.5"/>')
        yield f'<circle cx="{x:.1f}" cy="{height_of(median):.1f}" r="4" fill="{color}"/>'


def legend(names):
    for index, name in enumerate(names):
        x = LEFT + 10 + 190 * index
        yield f'<circle cx="{x}" cy="20" r="4" fill="{COLORS[index]}"/><text x="{x + 10}" y="24">{name}</text>'


def labels(texts, caption):
    yield f'<text x="{LEFT}" y="{TOP + HEIGHT + BELOW - 10}">{caption}</text>'
    for column, text in enumerate(texts):
        x, y = LEFT + COLUMN * (column + 0.5) + 4, TOP + HEIGHT + 12
        yield f'<text transform="translate({x:.1f} {y}) rotate(-90)" text-anchor="end">{text}</text>'


def ratios(path, texts, caption, series):
    """texts: one for each column, caption: what they are; series: name -> (low, median, high) of each."""
    width, height = LEFT + COLUMN * len(texts) + 20, TOP + HEIGHT + BELOW
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
             'font-family="sans-serif" font-size="12">',
             f'<rect width="{width}" height="{height}" fill="#fff"/>',
             *scale(width), *legend(series), *labels(texts, caption)]
    for index, values in enumerate(series.values()):
        parts += points(values, index)
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(parts) + "\n</svg>\n")
