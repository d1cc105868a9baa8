/* report_svg.c - the sink measure as a picture (report.h), from top to bottom; each part first says how high it is.  An
   opacity is a value, and maps of many heads have a path for each shade. */
#include "base/markup.h"
#include "measure/report.h"
#include "number/round.h"
#include <math.h>
#include <stdbool.h>
#include <string.h>

/* Pixels.  Of longer cases the first MOST_DRAWN tokens are drawn. */
enum {
    MARGIN = 24,
    LABELS = 72,
    CELL = 44,
    ROW = 26,
    HEADING = 88,
    LEGEND = 64,
    MAP = 288,
    MAP_GAP = 72,
    NAME = 44, /* characters of a file's name that fit below a map */
    MAPS_IN_A_ROW = 3,
    SMALL_MAP = 144, /* where all heads are drawn */
    SMALL_GAP = 44,
    SMALL_IN_A_ROW = 8,
    SHADES = 32,
    UNKNOWN_SHADE = SHADES + 1,
    STRIP = 18, /* of the norms of a layer's states */
    TOKEN = 12,
    MOST_DRAWN = 128
};

typedef struct {
    const plumb_sink_report *report;
    FILE *stream;
} picture;

/* On paper 0 is white, 1 dark blue, -1 dark red; on a dark screen 0 is dark, 1 light blue, -1 light red.  What is
   beyond counts as 1 or -1, what is not known is yellow.  A value is how much of the colour covers the ground, so that
   the same file serves both. */
static const char style[] =
    "<style>\n"
    "text{fill:#000}.ground{fill:#fff}.more{fill:#08306b}.less{fill:#67000d}.unknown{fill:#f5e6a3}\n"
    ".dim text{fill:#444}.on text{fill:#fff}.edge{fill:none;stroke:#888}\n"
    "@media (prefers-color-scheme:dark){\n"
    "text{fill:#e6edf3}.ground{fill:#0d1117}.more{fill:#79c0ff}.less{fill:#ff7b72}.unknown{fill:#8a7400}\n"
    ".dim text{fill:#a0a8b0}.on text{fill:#000}}\n"
    "</style>\n";

enum { INK_TEXT = 48 };

/* The attributes of a cell of that value. */
static const char *ink(double value, char text[INK_TEXT]) {
    if (isnan(value))
        return "class=\"unknown\"";
    snprintf(text, INK_TEXT, "class=\"%s\" fill-opacity=\"%.3g\"", value < 0 ? "less" : "more", fmin(fabs(value), 1));
    return text;
}

static void rectangle(const picture *p, double x, double y, double width, double height, const char *ink_text) {
    fprintf(p->stream, "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\" %s", x, y, width, height, ink_text);
}

static const char edge[] = "class=\"edge\"";

/* anchor: start, middle or end */
static void label(const picture *p, double x, double y, const char *anchor, const char *text) {
    fprintf(p->stream, "<text x=\"%.2f\" y=\"%.2f\" text-anchor=\"%s\">", x, y, anchor);
    plumb_markup_text(text, p->stream);
    fputs("</text>\n", p->stream);
}

static void number_label(const picture *p, double x, double y, const char *anchor, const char *before, size_t number) {
    char text[96];
    snprintf(text, sizeof text, "%s%zu", before, number);
    label(p, x, y, anchor, text);
}

/* ---- alpha of layers and heads ---- */

/* The first with most samples and heads. */
static const plumb_sink_layer *widest_layer(const plumb_sink_report *report) {
    const plumb_sink_layer *widest = report->layer;
    for (size_t i = 1; i < report->layers; i++) {
        const plumb_sink_layer *layer = &report->layer[i];
        if (layer->samples * layer->heads > widest->samples * widest->heads)
            widest = layer;
    }
    return widest;
}

/* Eight digits; for a cell as many as fit. */
static void number_text(double value, bool in_cell, char text[32]) {
    double size = fabs(value);
    if (isnan(value))
        snprintf(text, 32, "-");
    else if (!in_cell)
        snprintf(text, 32, "%.8g", value);
    else if (size < 9.9995)
        snprintf(text, 32, "%.3f", value);
    else
        snprintf(text, 32, "%.*g", size < 9999.5 ? 4 : 1, value);
}

/* Above the threshold: a thick frame.  Neither above nor not: a broken one. */
static const char *frame(plumb_share_answer answer) {
    switch (answer) {
    case PLUMB_SHARE_ABOVE:
        return " stroke=\"#d94801\" stroke-width=\"3\"";
    case PLUMB_SHARE_NOT_ABOVE:
        return " stroke=\"#bbbbbb\"";
    default:
        return " stroke=\"#d94801\" stroke-dasharray=\"3 3\"";
    }
}

static void alpha_cell(const picture *p, const plumb_sink_layer *layer, size_t number, size_t index, double x,
                       double y) {
    const plumb_sink_head *head = &layer->head[index];
    double alpha = plumb_is_finite(head->alpha.rad) ? head->alpha.mid : NAN;
    char fill[INK_TEXT], text[32];
    rectangle(p, x + 2, y + 2, CELL - 4, ROW - 4, ink(alpha, fill));
    number_text(alpha, false, text);
    fprintf(p->stream, "%s><title>layer %zu, sample %zu, head %zu: %s, %s</title></rect>\n", frame(head->answer),
            number, index / layer->heads, index % layer->heads, text, plumb_share_answer_name(head->answer));
    number_text(alpha, true, text);
    /* on either side black and white have the same contrast with the blue */
    fprintf(p->stream, "<g pointer-events=\"none\"%s>", fabs(alpha) > 0.65 ? " class=\"on\"" : "");
    label(p, x + CELL / 2.0, y + ROW / 2.0 + 4, "middle", text);
    fputs("</g>\n", p->stream);
}

/* The numbers of the heads, above the layer that has most; those of the samples where there are
   several. */
static void column_labels(const picture *p) {
    const plumb_sink_layer *widest = widest_layer(p->report);
    for (size_t i = 0; i < widest->samples * widest->heads; i++) {
        double x = LABELS + CELL * ((double)i + 0.5);
        number_label(p, x, HEADING - 6, "middle", "", i % widest->heads);
        if (widest->samples > 1 && i % widest->heads == 0)
            number_label(p, x - CELL / 2.0 + 2, HEADING - 22, "start", "sample ", i / widest->heads);
    }
    label(p, LABELS - 8, HEADING - 6, "end", "head");
}

static void alpha_map(const picture *p) {
    const plumb_sink_report *report = p->report;
    column_labels(p);
    for (size_t i = 0; i < report->layers; i++) {
        const plumb_sink_layer *layer = &report->layer[i];
        double y = HEADING + ROW * (double)i;
        number_label(p, LABELS - 8, y + ROW / 2.0 + 4, "end", "layer ", i);
        for (size_t h = 0; h < layer->samples * layer->heads; h++)
            alpha_cell(p, layer, i, h, LABELS + CELL * (double)h, y);
    }
}

static void legend(const picture *p, double y) {
    char fill[INK_TEXT];
    for (int i = 0; i <= 20; i++) {
        rectangle(p, LABELS + 10.0 * i, y, 10, 12, ink(i / 20.0, fill));
        fputs("/>\n", p->stream);
    }
    label(p, LABELS, y + 26, "middle", "0");
    label(p, LABELS + 210, y + 26, "middle", "1");
    label(p, LABELS + 240, y + 10, "start",
          "negative: red; not known: yellow; thick frame: above the threshold; broken frame: "
          "not decided, or no value");
}

/* ---- weights of one head ---- */

static size_t drawn(const plumb_sink_layer *layer) {
    return layer->tokens < MOST_DRAWN ? layer->tokens : MOST_DRAWN;
}

static void weight_cells(const picture *p, const plumb_sink_layer *layer, double x, double y) {
    size_t tokens = drawn(layer);
    double side = MAP / (double)tokens;
    char fill[INK_TEXT];
    for (size_t t = 0; t < tokens; t++)
        for (size_t j = 0; j < tokens; j++) {
            double weight = layer->weight[t * layer->tokens + j];
            if (isnan(weight) || fabs(weight) > 1.0 / 512) {
                rectangle(p, x + side * (double)j, y + side * (double)t, side, side, ink(weight, fill));
                fputs("/>\n", p->stream);
            }
        }
}

/* Between -SHADES and SHADES; 0 is the ground. */
static int shade(double weight) {
    return (int)lround(fmin(fmax(weight, -1), 1) * SHADES);
}

static bool has_shade(double weight, int wanted) {
    return isnan(weight) ? wanted == UNKNOWN_SHADE : shade(weight) == wanted;
}

/* The cells of one shade as one path, in units of a cell, neighbours in a row as one: a sheet of many heads stays a
   file that a page can show. */
static void shade_path(const picture *p, const plumb_sink_layer *layer, const double *weight, int wanted) {
    size_t tokens = drawn(layer);
    char fill[INK_TEXT];
    bool open = false;
    for (size_t t = 0; t < tokens; t++)
        for (size_t j = 0, end; j < tokens; j = end + 1) {
            const double *row = weight + t * layer->tokens;
            for (end = j; end < tokens && has_shade(row[end], wanted);)
                end++;
            if (end == j)
                continue;
            if (!open)
                fprintf(p->stream, "<path %s d=\"", ink(wanted == UNKNOWN_SHADE ? NAN : (double)wanted / SHADES, fill));
            open = true;
            fprintf(p->stream, "M%zu %zuh%zuv1h-%zuz", j, t, end - j, end - j);
        }
    fputs(open ? "\"/>\n" : "", p->stream);
}

static void small_map(const picture *p, const plumb_sink_layer *layer, size_t head, double x, double y) {
    const double *weight = layer->weight + head * layer->tokens * layer->tokens;
    number_label(p, x, y - 6, "start", "head ", head);
    fprintf(p->stream, "<g shape-rendering=\"crispEdges\" transform=\"translate(%.2f %.2f) scale(%.4f)\">\n", x, y,
            SMALL_MAP / (double)drawn(layer));
    for (int s = -SHADES; s <= UNKNOWN_SHADE; s++)
        if (s != 0)
            shade_path(p, layer, weight, s);
    fputs("</g>\n", p->stream);
    rectangle(p, x, y, SMALL_MAP, SMALL_MAP, edge);
    fputs("/>\n", p->stream);
}

static size_t rows_of_maps(size_t maps, size_t in_a_row) {
    return (maps + in_a_row - 1) / in_a_row;
}

/* A title, rows of maps, the name of the file. */
static double sheet_height(const plumb_sink_layer *layer) {
    return 28 + (SMALL_MAP + SMALL_GAP) * (double)rows_of_maps(layer->maps, SMALL_IN_A_ROW);
}

/* The end of the path: as many whole names as fit, or of a long name its end. */
static void file_label(const picture *p, double x, double y, const char *path) {
    size_t length = strlen(path);
    const char *end = length > NAME ? path + (length - NAME) : path;
    while (((unsigned char)*end & 0xC0) == 0x80) /* within a character of UTF-8 */
        end++;
    const char *name = length > NAME ? strchr(end, '/') : NULL;
    fputs("<g class=\"dim\" font-size=\"11\">", p->stream);
    label(p, x, y, "start", name != NULL ? name + 1 : end);
    fputs("</g>\n", p->stream);
}

static void weight_map(const picture *p, size_t number, double x, double y) {
    const plumb_sink_layer *layer = &p->report->layer[number];
    char title[96];
    snprintf(title, sizeof title, "weights of layer %zu, head %zu (rows: queries)", number, p->report->question->head);
    label(p, x, y - 8, "start", title);
    fputs("<g shape-rendering=\"crispEdges\">\n", p->stream);
    weight_cells(p, layer, x, y);
    rectangle(p, x, y, MAP, MAP, edge);
    fputs("/>\n</g>\n", p->stream);
    label(p, x, y + MAP + 16, "start", "key 1");
    number_label(p, x + MAP, y + MAP + 16, "end", "key ", drawn(layer));
    file_label(p, x, y + MAP + 34, layer->source);
}

/* All heads of one layer. */
static void sheet(const picture *p, size_t number, double y) {
    const plumb_sink_layer *layer = &p->report->layer[number];
    number_label(p, MARGIN, y, "start", "weights of all heads (rows: queries, columns: keys), layer ", number);
    for (size_t h = 0; h < layer->maps; h++)
        small_map(p, layer, h, MARGIN + (SMALL_MAP + 16) * (double)(h % SMALL_IN_A_ROW),
                  y + 28 + (SMALL_MAP + SMALL_GAP) * (double)(h / SMALL_IN_A_ROW));
    file_label(p, MARGIN, y + sheet_height(layer) - SMALL_GAP + 16, layer->source);
}

/* ---- norms of hidden states ---- */

/* The largest of the first sample's norms that is known; 0 if none is. */
static double largest_norm(const plumb_sink_layer *layer) {
    double largest = 0;
    for (size_t t = 0; t < drawn(layer); t++)
        if (plumb_is_finite(layer->state_norm[t].rad))
            largest = fmax(largest, layer->state_norm[t].mid);
    return largest;
}

/* The tokens of the first sample in a row, each beside the largest. */
static void norm_row(const picture *p, size_t number, double y) {
    const plumb_sink_layer *layer = &p->report->layer[number];
    double largest = largest_norm(layer);
    char fill[INK_TEXT], text[32];
    number_label(p, LABELS - 8, y + STRIP / 2.0 + 4, "end", "layer ", number);
    for (size_t t = 0; t < drawn(layer); t++) {
        plumb_ball norm = layer->state_norm[t];
        double known = plumb_is_finite(norm.rad) ? norm.mid : NAN;
        number_text(known, false, text);
        rectangle(p, LABELS + TOKEN * (double)t, y + 1, TOKEN - 1, STRIP - 2,
                  ink(largest > 0 ? known / largest : known, fill));
        fprintf(p->stream, "><title>layer %zu, token %zu: %s</title></rect>\n", number, t + 1, text);
    }
    snprintf(text, sizeof text, "%.4g", largest);
    label(p, LABELS + TOKEN * (double)drawn(layer) + 6, y + STRIP / 2.0 + 4, "start", text);
}

static double norms_height(const plumb_sink_report *report) {
    return plumb_sink_has_activations(report) ? 20 + STRIP * (double)report->layers + MARGIN : 0;
}

static size_t most_drawn(const plumb_sink_report *report) {
    size_t most = 0;
    for (size_t i = 0; i < report->layers; i++)
        if (drawn(&report->layer[i]) > most)
            most = drawn(&report->layer[i]);
    return most;
}

static void norm_map(const picture *p, double y) {
    if (!plumb_sink_has_activations(p->report))
        return;
    label(p, MARGIN, y, "start",
          "norms of hidden states, first sample: tokens across, each beside the largest of its layer, which stands at "
          "the "
          "end");
    for (size_t i = 0; i < p->report->layers; i++)
        if (p->report->layer[i].state_norm != NULL)
            norm_row(p, i, y + 8 + STRIP * (double)i);
}

/* ---- the whole ---- */

static double norms_top(const plumb_sink_report *report) {
    return HEADING + ROW * (double)report->layers + LEGEND + MARGIN;
}

static double maps_top(const plumb_sink_report *report) {
    return norms_top(report) + norms_height(report);
}

static double total_width(const plumb_sink_report *report) {
    const plumb_sink_layer *widest = widest_layer(report);
    double alphas = LABELS + CELL * (double)(widest->samples * widest->heads) + MARGIN;
    size_t maps = report->layers < MAPS_IN_A_ROW ? report->layers : MAPS_IN_A_ROW;
    double weights = MARGIN + (MAP + MARGIN) * (double)maps;
    if (report->question->all_heads) {
        maps = widest->heads < SMALL_IN_A_ROW ? widest->heads : SMALL_IN_A_ROW;
        weights = 2 * MARGIN + (SMALL_MAP + 16) * (double)maps;
    }
    if (plumb_sink_has_activations(report))
        weights = fmax(weights, LABELS + TOKEN * (double)most_drawn(report) + 64 + MARGIN);
    return fmax(fmax(alphas, weights), 960);
}

static double total_height(const plumb_sink_report *report) {
    double height = maps_top(report);
    if (!report->question->all_heads)
        return height + (MAP + MAP_GAP) * (double)rows_of_maps(report->layers, MAPS_IN_A_ROW);
    for (size_t i = 0; i < report->layers; i++)
        height += sheet_height(&report->layer[i]);
    return height;
}

static void heading(const picture *p) {
    const plumb_sink_question *q = p->report->question;
    char key[32], text[160];
    plumb_sink_key_name(q, key);
    snprintf(text, sizeof text, "alpha_%s of each layer and head, weights %s", key,
             q->from_weights ? "as the engines gave them" : "evaluated");
    label(p, MARGIN, 24, "start", text);
    fprintf(p->stream, "<text x=\"%d\" y=\"42\">threshold ", MARGIN);
    plumb_markup_text(q->epsilon, p->stream);
    fprintf(p->stream, ": %zu of %zu heads above</text>\n", plumb_sink_count(p->report, PLUMB_SHARE_ABOVE),
            plumb_sink_heads(p->report));
}

void plumb_sink_svg(const plumb_sink_report *report, FILE *stream) {
    const picture p = {report, stream};
    double width = total_width(report), height = total_height(report), top = maps_top(report);
    fprintf(stream,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\" width=\"%.0f\" "
            "height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\" font-family=\"sans-serif\" "
            "font-size=\"12\">\n<title>Attention sink</title>\n%s",
            width, height, width, height, style);
    rectangle(&p, 0, 0, width, height, "class=\"ground\"");
    fputs("/>\n", stream);
    heading(&p);
    alpha_map(&p);
    legend(&p, HEADING + ROW * (double)report->layers + 16);
    norm_map(&p, norms_top(report));
    for (size_t i = 0; i < report->layers && report->question->all_heads; i++) {
        sheet(&p, i, top);
        top += sheet_height(&report->layer[i]);
    }
    for (size_t i = 0; i < report->layers && !report->question->all_heads; i++)
        weight_map(&p, i, MARGIN + (MAP + MARGIN) * (double)(i % MAPS_IN_A_ROW),
                   top + (MAP + MAP_GAP) * (double)(i / MAPS_IN_A_ROW));
    fputs("</svg>\n", stream);
}
