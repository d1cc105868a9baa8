/* report_maps.c - heads are sorted by their errors, and the worst are drawn as grids of cells (error_map.h).  All cells
   of one kind are one path of horizontal runs, so that a page stays small.  There is no script: a transparent rectangle
   over each row has a title, which tells what its cells hold where the pointer rests. */
#include "report/report_maps.h"
#include "report/attention_pattern.h"
#include "exact/shape.h"
#include "schema/text.h"
#include <math.h>
#include <stdbool.h>

/* So many heads are listed, and so many of these drawn. */
enum { HEADS_LISTED = 64, HEADS_DRAWN = 16 };

const char plumb_maps_style[] =
    ":root{--none:#f2f4f6;--tiny:#dbe9f6;--small:#9ecae1;--within:#4292c6;--unjudged:#a7a7b4;--beyond:#f0a202;"
    "--far:#c81d25;--not-finite:#6a00a8;--weight:#08519c}\n"
    "@media(prefers-color-scheme:dark){:root{--none:#1a2129;--tiny:#16324f;--small:#21618f;--within:#5aa9e6;"
    "--unjudged:#8a8a9c;--beyond:#f7b731;--far:#ff5c5c;--not-finite:#c77dff;--weight:#9ecbff}}\n"
    ".maps{display:flex;flex-wrap:wrap;gap:1rem 1.5rem}figure{margin:0}"
    "figcaption{color:var(--dim);font-size:.85rem;max-width:20rem}\n"
    "svg text{font:11px system-ui,sans-serif;fill:var(--dim)}svg .ground{fill:var(--none);stroke:var(--line)}"
    "svg .row{fill:transparent}svg .row:hover{fill:var(--ink);fill-opacity:.25}\n"
    ".key span{display:inline-block;margin-right:1.2em}.key i{display:inline-block;width:.9em;height:.9em;"
    "margin-right:.4em;border:1px solid var(--line);vertical-align:-.1em}\n"
    ".bars{display:flex;align-items:flex-end;gap:.3rem;margin:.5rem 0}.bars div{flex:1;max-width:6rem;"
    "text-align:center;font-size:.8rem;color:var(--dim)}.bars i{display:block;"
    "margin:.15rem 0}.heads{margin-top:1.2rem}\n";

static const struct {
    const char *variable, *meaning;
} cells[PLUMB_CELLS] = {[PLUMB_CELL_NONE] = {"none", "not judged, or absent"},
                        [PLUMB_CELL_TINY] = {"tiny", "error at most 1/100 of the expected error"},
                        [PLUMB_CELL_SMALL] = {"small", "at most 1/10"},
                        [PLUMB_CELL_WITHIN] = {"within", "within the expected error"},
                        [PLUMB_CELL_UNJUDGED] = {"unjudged", "cannot be judged"},
                        [PLUMB_CELL_BEYOND] = {"beyond", "beyond the expected error"},
                        [PLUMB_CELL_FAR] = {"far", "more than 10 times the expected error"},
                        [PLUMB_CELL_NOT_FINITE] = {"not-finite", "NaN or infinite"}};

/* A tensor of the case with its map. */
typedef struct {
    plumb_quantity quantity;
    const plumb_tensor_map *map;
} tensor;

/* What a row of it is, and rows. */
static const char *row_word(plumb_quantity quantity, bool several) {
    if (quantity == PLUMB_TABLE_GRADIENT)
        return several ? "buckets" : "bucket";
    if (quantity == PLUMB_KEY_GRADIENT || quantity == PLUMB_VALUE_GRADIENT)
        return several ? "keys" : "key";
    return several ? "queries" : "query";
}

static const char *column_word(plumb_quantity quantity) {
    switch (quantity) {
    case PLUMB_WEIGHTS:
    case PLUMB_SCORES:
    case PLUMB_BIAS_GRADIENT:
        return "key";
    case PLUMB_OUTPUT:
    case PLUMB_QUERY_GRADIENT:
    case PLUMB_KEY_GRADIENT:
    case PLUMB_VALUE_GRADIENT:
        return "dimension";
    case PLUMB_TABLE_GRADIENT:
        return "head";
    default:
        return "number";
    }
}

/* ---- how large the errors are ---- */

/* As the maps colour such an error. */
static const char *colour_of(double least) {
    return least >= 10 ? "far" : least >= 1 ? "beyond" : least >= 0.1 ? "within" : least >= 0.01 ? "small" : "tiny";
}

static void print_bin(size_t bin, size_t count, size_t most, FILE *stream) {
    double before = bin > 0 ? plumb_error_bin_end[bin - 1] : 0;
    double height = count > 0 ? 1 + 7 * log1p((double)count) / log1p((double)most) : 0;
    fprintf(stream, "<div class=\"%s\">%zu<i style=\"height:%.2frem;background:var(--%s)\"></i>",
            before >= 1 ? "beyond" : "bin", count, height, colour_of(before));
    if (isinf(plumb_error_bin_end[bin]))
        fprintf(stream, "above %g</div>\n", before);
    else
        fprintf(stream, "to %g</div>\n", plumb_error_bin_end[bin]);
}

static void print_histogram(const plumb_error_counts *counts, FILE *stream) {
    size_t most = 1;
    for (size_t bin = 0; bin < PLUMB_ERROR_BINS; bin++)
        most = counts->bin[bin] > most ? counts->bin[bin] : most;
    fputs("<p>Number of elements by error, as a multiple of the expected error. Heights are logarithmic.</p>\n"
          "<div class=\"bars\">\n",
          stream);
    for (size_t bin = 0; bin < PLUMB_ERROR_BINS; bin++)
        print_bin(bin, counts->bin[bin], most, stream);
    fputs("</div>\n", stream);
}

/* ---- which heads have them ---- */

static void print_head(const plumb_tensor_map *map, size_t head, FILE *stream) {
    const plumb_head_errors *errors = &map->counts.head[head];
    size_t width = map->shape.width, place;
    plumb_bad kind;
    fprintf(stream, "<tr><td class=\"number\">%zu, %zu</td>", head / map->shape.heads, head % map->shape.heads);
    for (int bad = 0; bad < PLUMB_BADS; bad++)
        fprintf(stream, "<td class=\"number\">%zu</td>", errors->count[bad]);
    fprintf(stream, "<td class=\"number\">%.3g</td>", errors->worst);
    if (plumb_head_first_bad(errors, &kind, &place))
        fprintf(stream, "<td class=\"number\">%zu</td><td class=\"number\">%zu</td></tr>\n", place / width,
                place % width);
    else
        fputs("<td></td><td></td></tr>\n", stream);
}

static void print_heads(const tensor *t, const size_t *order, size_t count, FILE *stream) {
    fprintf(stream,
            "<table class=\"heads\">\n"
            "<tr><th>batch, head</th><th>beyond the expected error</th><th>unjudged</th><th>worst error / "
            "expected</th><th>first bad %s</th><th>first bad %s</th></tr>\n",
            row_word(t->quantity, false), column_word(t->quantity));
    for (size_t i = 0; i < count; i++)
        print_head(t->map, order[i], stream);
    fputs("</table>\n", stream);
    if (count < t->map->heads)
        fprintf(stream, "<p>The worst %zu of %zu heads.</p>\n", count, t->map->heads);
}

/* ---- a grid with axes ---- */

enum { LEFT = 46, TOP = 4, BELOW = 30, LARGEST = 256, LEAST_CELL = 2, VISIBLE_CELL = 4, MOST_CELL = 16 };

typedef struct {
    size_t rows, columns;      /* of cells */
    size_t length, first_row;  /* that the rows stand for */
    size_t width;              /* numbers that the columns stand for */
    const char *down, *across; /* what a row and a column are */
} grid;

static size_t cell_side(const grid *g) {
    size_t largest = g->rows > g->columns ? g->rows : g->columns, side = LARGEST / (largest > 0 ? largest : 1);
    return side < LEAST_CELL ? LEAST_CELL : side > MOST_CELL ? MOST_CELL : side;
}

static void print_axes(const grid *g, size_t side, FILE *stream) {
    size_t wide = g->columns * side, high = g->rows * side, middle = TOP + high / 2;
    fprintf(stream, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%zu</text>", LEFT - 4, TOP + 9, g->first_row);
    if (g->length > 1 && high >= 24)
        fprintf(stream, "<text x=\"%d\" y=\"%zu\" text-anchor=\"end\">%zu</text>", LEFT - 4, TOP + high,
                g->first_row + g->length - 1);
    if (high >= 96)
        fprintf(stream, "<text x=\"10\" y=\"%zu\" text-anchor=\"middle\" transform=\"rotate(-90 10 %zu)\">%s</text>",
                middle, middle, g->down);
    fprintf(stream, "<text x=\"%d\" y=\"%zu\">0</text>", LEFT, TOP + high + 12);
    if (g->width > 1 && wide >= 40)
        fprintf(stream, "<text x=\"%zu\" y=\"%zu\" text-anchor=\"end\">%zu</text>", LEFT + wide, TOP + high + 12,
                g->width - 1);
    fprintf(stream, "<text x=\"%d\" y=\"%zu\">%s</text>", LEFT, TOP + high + 25, g->across);
}

static void begin_grid(const grid *g, const char *what, FILE *stream) {
    size_t side = cell_side(g), wide = g->columns * side, high = g->rows * side;
    size_t whole = LEFT + (wide > 70 ? wide : 70) + 4;
    fprintf(stream, "<figure><svg width=\"%zu\" height=\"%zu\" role=\"img\" aria-label=\"%s\">", whole,
            TOP + high + BELOW, what);
    print_axes(g, side, stream);
    fprintf(stream,
            "<rect class=\"ground\" x=\"%d\" y=\"%d\" width=\"%zu\" height=\"%zu\"/>"
            "<g transform=\"translate(%d %d) scale(%zu)\" shape-rendering=\"crispEdges\">",
            LEFT, TOP, wide, high, LEFT, TOP, side);
}

/* What the pointer finds on a row of cells. */
static void print_row_title(const grid *g, size_t row, const char *title, FILE *stream) {
    fprintf(stream, "<rect class=\"row\" y=\"%zu\" width=\"%zu\" height=\"1\"><title>%s</title></rect>", row,
            g->columns, title);
}

/* ---- where in a head ---- */

static size_t run_end(const plumb_tensor_map *map, size_t head, size_t row, size_t column) {
    size_t end = column + 1;
    while (end < map->columns &&
           plumb_error_map_cell(map, head, row, end) == plumb_error_map_cell(map, head, row, column))
        end++;
    return end;
}

/* One path for each kind of cell, made of horizontal runs; of small cells the bad ones have a margin, to be seen. */
static void print_cells(const plumb_tensor_map *map, size_t head, plumb_cell kind, size_t side, FILE *stream) {
    bool any = false, margin = side < VISIBLE_CELL && kind > PLUMB_CELL_UNJUDGED;
    for (size_t row = 0; row < map->rows; row++)
        for (size_t column = 0, end; column < map->columns; column = end) {
            end = run_end(map, head, row, column);
            if (plumb_error_map_cell(map, head, row, column) != kind)
                continue;
            fprintf(stream, "%sM%zu %zuh%zuv1H%zuz", any ? "" : "<path d=\"", column, row, end - column, column);
            any = true;
        }
    if (any)
        fprintf(stream, "\" fill=\"var(--%s)\"%s%s%s/>", cells[kind].variable, margin ? " stroke=\"var(--" : "",
                margin ? cells[kind].variable : "", margin ? ")\"" : "");
}

enum { TITLE = 512, RUNS_TOLD = 6 };

static void add_range(char *title, size_t first, size_t end) {
    plumb_text_add(title, TITLE, end - first > 1 ? "%zu to %zu" : "%zu", first, end - 1);
}

/* The numbers of the runs of bad cells, the first of them; else the worst that the row has. */
static void add_runs(const tensor *t, size_t head, size_t row, char *title) {
    const plumb_tensor_map *map = t->map;
    size_t width = map->shape.width, columns = map->columns, told = 0;
    plumb_cell worst = PLUMB_CELL_NONE;
    for (size_t column = 0, end; column < columns; column = end) {
        plumb_cell kind = plumb_error_map_cell(map, head, row, column);
        end = run_end(map, head, row, column);
        worst = kind > worst ? kind : worst;
        if (kind <= PLUMB_CELL_WITHIN || ++told > RUNS_TOLD)
            continue;
        plumb_text_add(title, TITLE, "%s%s ", told > 1 ? "; " : "", column_word(t->quantity));
        add_range(title, plumb_error_map_first(column, width, columns), plumb_error_map_first(end, width, columns));
        plumb_text_add(title, TITLE, ": %s", cells[kind].meaning);
    }
    if (told == 0)
        plumb_text_add(title, TITLE, "%s", cells[worst].meaning);
    if (told > RUNS_TOLD)
        plumb_text_add(title, TITLE, "; and more");
}

static void print_map(const tensor *t, size_t head, FILE *stream) {
    const plumb_tensor_map *map = t->map;
    const plumb_head_errors *errors = &map->counts.head[head];
    const grid g = {.rows = map->rows,
                    .columns = map->columns,
                    .length = map->shape.rows,
                    .width = map->shape.width,
                    .down = row_word(t->quantity, false),
                    .across = column_word(t->quantity)};
    begin_grid(&g, "errors", stream);
    for (int kind = PLUMB_CELL_NONE + 1; kind < PLUMB_CELLS; kind++)
        print_cells(map, head, (plumb_cell)kind, cell_side(&g), stream);
    for (size_t row = 0; row < map->rows; row++) {
        char title[TITLE] = "";
        plumb_text_add(title, sizeof title, "%s ", g.down);
        add_range(title, plumb_error_map_first(row, g.length, map->rows),
                  plumb_error_map_first(row + 1, g.length, map->rows));
        plumb_text_add(title, sizeof title, ": ");
        add_runs(t, head, row, title);
        print_row_title(&g, row, title, stream);
    }
    fprintf(stream, "</g></svg><figcaption>batch %zu, head %zu: %zu beyond the expected error</figcaption></figure>\n",
            head / map->shape.heads, head % map->shape.heads, errors->count[PLUMB_BAD_BEYOND]);
}

static void print_key(FILE *stream) {
    fputs("<p class=\"key\">", stream);
    for (int kind = 0; kind < PLUMB_CELLS; kind++)
        fprintf(stream, "<span><i style=\"background:var(--%s)\"></i>%s</span>\n", cells[kind].variable,
                cells[kind].meaning);
    fputs("</p>\n", stream);
}

static void print_maps(const tensor *t, const size_t *order, size_t drawn, FILE *stream) {
    const plumb_tensor_map *map = t->map;
    print_key(stream);
    fprintf(stream, "<p>Down: %zu %s. Across: %zu %ss.", map->shape.rows,
            row_word(t->quantity, true), map->shape.width, column_word(t->quantity));
    if (map->rows < map->shape.rows || map->columns < map->shape.width)
        fputs(" A cell has the colour of its worst number.", stream);
    if (drawn < map->heads)
        fprintf(stream, " Only the worst %zu heads are drawn.", drawn);
    fputs("</p>\n<div class=\"maps\">\n", stream);
    for (size_t i = 0; i < drawn; i++)
        print_map(t, order[i], stream);
    fputs("</div>\n", stream);
}

static void print_tensor(const tensor *t, FILE *stream) {
    size_t order[HEADS_LISTED], count = plumb_error_counts_sort(&t->map->counts, HEADS_LISTED, order);
    const char *name = plumb_quantity_name(t->quantity);
    fprintf(stream, "<section class=\"errors\" id=\"%s\">\n<h2>Errors of %s</h2>\n", name, name);
    print_histogram(&t->map->counts, stream);
    print_heads(t, order, count, stream);
    if (t->map->shape.rows > 1 || t->map->shape.width > 1) /* else the table has all that there is */
        print_maps(t, order, count < HEADS_DRAWN ? count : HEADS_DRAWN, stream);
    fputs("</section>\n", stream);
}

/* ---- where the worst head puts its attention ---- */

static const double share_ends[] = {0.001, 0.01, 0.1, 0.3, 1};
static const char *const share_opacity[] = {".06", ".22", ".45", ".72", "1"};
enum { SHARES = sizeof share_ends / sizeof *share_ends };

/* SHARES for a key that is not seen. */
static size_t share_kind(double share) {
    size_t kind = 0;
    while (kind + 1 < SHARES && share > share_ends[kind])
        kind++;
    return share < 0 ? SHARES : kind;
}

static void print_shares(const plumb_attention_pattern *pattern, size_t kind, FILE *stream) {
    bool any = false;
    for (size_t row = 0; row < pattern->rows; row++)
        for (size_t column = 0, end; column < pattern->columns; column = end) {
            const double *share = pattern->share + row * pattern->columns;
            size_t own = share_kind(share[column]);
            for (end = column + 1; end < pattern->columns && share_kind(share[end]) == own;)
                end++;
            if (own != kind)
                continue;
            fprintf(stream, "%sM%zu %zuh%zuv1H%zuz", any ? "" : "<path d=\"", column, row, end - column, column);
            any = true;
        }
    if (any)
        fprintf(stream, "\" fill=\"var(--weight)\" fill-opacity=\"%s\"/>", share_opacity[kind]);
}

static void print_pattern_rows(const plumb_attention_pattern *pattern, const grid *g, FILE *stream) {
    for (size_t row = 0; row < pattern->rows; row++) {
        char title[TITLE] = "query ";
        plumb_text_add(title, sizeof title, "%zu", pattern->query[row]);
        if (pattern->heaviest_share[row] >= 0)
            plumb_text_add(title, sizeof title, ": most on key %zu, %.3g", pattern->heaviest[row],
                           pattern->heaviest_share[row]);
        else
            plumb_text_add(title, sizeof title, ": no weight");
        print_row_title(g, row, title, stream);
    }
}

static void print_share_key(FILE *stream) {
    fputs("<p class=\"key\"><span><i style=\"background:var(--none)\"></i>hidden</span>\n", stream);
    for (size_t kind = 0; kind < SHARES; kind++)
        fprintf(stream,
                "<span><i style=\"background:color-mix(in srgb,var(--weight) calc(100%% * %s),var(--none))\"></i>"
                "to %g</span>\n",
                share_opacity[kind], share_ends[kind]);
    fputs("</p>\n", stream);
}

/* The tensor that decides, and its worst head. */
static plumb_quantity decisive_quantity(const plumb_report *report) {
    plumb_quantity first = PLUMB_OUTPUT;
    for (int q = PLUMB_QUANTITIES - 1; q >= 0; q--)
        if (report->tensor[q].present)
            first = (plumb_quantity)q;
    for (int q = PLUMB_QUANTITIES - 1; q >= 0; q--)
        if (report->tensor[q].present && report->tensor[q].verdict == report->verdict)
            first = (plumb_quantity)q;
    return first;
}

static void print_pattern_grid(const plumb_report *report, const plumb_attention_pattern *pattern, FILE *stream) {
    const grid g = {.rows = pattern->rows,
                    .columns = pattern->columns,
                    .first_row = report->from,
                    .length = report->to - report->from,
                    .width = report->judged->problem.key_length,
                    .down = "query",
                    .across = "key"};
    print_share_key(stream);
    fputs("<div class=\"maps\">\n", stream);
    begin_grid(&g, "attention", stream);
    for (size_t kind = 0; kind < SHARES; kind++)
        print_shares(pattern, kind, stream);
    print_pattern_rows(pattern, &g, stream);
    fputs("</g></svg></figure>\n</div>\n", stream);
}

static void print_pattern(const plumb_report *report, const plumb_error_map *map, FILE *stream) {
    const plumb_tensor_map *of = &map->of[decisive_quantity(report)];
    plumb_attention_pattern pattern;
    plumb_bad kind;
    size_t head, place = 0;
    if (of->columns == 0 || plumb_error_counts_sort(&of->counts, 1, &head) == 0)
        return;
    size_t b = head / of->shape.heads, h = head % of->shape.heads;
    plumb_head_first_bad(&of->counts.head[head], &kind, &place);
    fprintf(stream,
            "<section id=\"attention\">\n"
            "<h2>Attention of the worst head</h2>\n"
            "<p>Batch %zu, head %zu: the exact weights, as shares of the query's weight on all keys.</p>\n",
            b, h);
    if (plumb_attention_pattern_find(report->judged, b, h, report->from, report->to, place / of->shape.width,
                                     &pattern) == 0) {
        print_pattern_grid(report, &pattern, stream);
        plumb_attention_pattern_free(&pattern);
    } else
        fputs("<p>There was not enough memory to draw them.</p>\n", stream);
    fputs("</section>\n", stream);
}

void plumb_maps_print(const plumb_report *report, const plumb_error_map *map, FILE *stream) {
    for (int q = 0; q < PLUMB_ANSWERS; q++)
        if (map->of[q].columns > 0)
            print_tensor(&(tensor){(plumb_quantity)q, &map->of[q]}, stream);
    print_pattern(report, map, stream);
}
