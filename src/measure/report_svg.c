/* report_svg.c - the sink measure as a picture (report.h). */
#include "case/markup.h"
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
    MOST_DRAWN = 128
};

typedef struct {
    const plumb_sink_report *report;
    FILE *stream;
} picture;

/* 0 is white, 1 dark blue, -1 dark red; what is beyond counts as 1 or -1.  What is not known is
   yellow. */
static void colour(double value, char text[8]) {
    static const double blue[] = {8, 48, 107}, red[] = {103, 0, 13};
    const double *end = value < 0 ? red : blue;
    double depth = fmin(fabs(value), 1);
    int part[3];
    if (isnan(value)) {
        snprintf(text, 8, "#f5e6a3");
        return;
    }
    for (int i = 0; i < 3; i++)
        part[i] = (int)lround(255 + (end[i] - 255) * depth);
    snprintf(text, 8, "#%02x%02x%02x", (unsigned)part[0] & 255u, (unsigned)part[1] & 255u, (unsigned)part[2] & 255u);
}

static void rectangle(const picture *p, double x, double y, double width, double height, const char *fill) {
    fprintf(p->stream, "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\" fill=\"%s\"", x, y, width, height,
            fill);
}

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
    char fill[8], text[32];
    colour(alpha, fill);
    rectangle(p, x + 2, y + 2, CELL - 4, ROW - 4, fill);
    number_text(alpha, false, text);
    fprintf(p->stream, "%s><title>layer %zu, sample %zu, head %zu: %s, %s</title></rect>\n", frame(head->answer),
            number, index / layer->heads, index % layer->heads, text, plumb_share_answer_name(head->answer));
    number_text(alpha, true, text);
    /* on either side black and white have the same contrast with the blue */
    fprintf(p->stream, "<g pointer-events=\"none\" fill=\"%s\">", fabs(alpha) > 0.65 ? "#ffffff" : "#000000");
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
    char fill[8];
    for (int i = 0; i <= 20; i++) {
        colour(i / 20.0, fill);
        rectangle(p, LABELS + 10.0 * i, y, 10, 12, fill);
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
    char fill[8];
    for (size_t t = 0; t < tokens; t++)
        for (size_t j = 0; j < tokens; j++) {
            double weight = layer->weight[t * layer->tokens + j];
            /* the ground is white already */
            if (isnan(weight) || fabs(weight) > 1.0 / 512) {
                colour(weight, fill);
                rectangle(p, x + side * (double)j, y + side * (double)t, side, side, fill);
                fputs("/>\n", p->stream);
            }
        }
}

/* Between -SHADES and SHADES; 0 is the ground. */
static int shade(double weight) {
    return (int)lround(fmin(fmax(weight, -1), 1) * SHADES);
}

/* The cells of one shade as one path, in units of a cell: a sheet of many heads stays a file that a page can show. */
static void shade_path(const picture *p, const plumb_sink_layer *layer, const double *weight, int wanted) {
    size_t tokens = drawn(layer);
    char fill[8];
    bool open = false;
    for (size_t t = 0; t < tokens; t++)
        for (size_t j = 0; j < tokens; j++) {
            double w = weight[t * layer->tokens + j];
            if (isnan(w) ? wanted != SHADES + 1 : shade(w) != wanted)
                continue;
            if (!open) {
                colour(isnan(w) ? w : (double)wanted / SHADES, fill);
                fprintf(p->stream, "<path fill=\"%s\" d=\"", fill);
                open = true;
            }
            fprintf(p->stream, "M%zu %zuh1v1h-1z", j, t);
        }
    fputs(open ? "\"/>\n" : "", p->stream);
}

static void small_map(const picture *p, const plumb_sink_layer *layer, size_t head, double x, double y) {
    const double *weight = layer->weight + head * layer->tokens * layer->tokens;
    number_label(p, x, y - 6, "start", "head ", head);
    fprintf(p->stream, "<g shape-rendering=\"crispEdges\" transform=\"translate(%.2f %.2f) scale(%.4f)\">\n", x, y,
            SMALL_MAP / (double)drawn(layer));
    for (int s = -SHADES; s <= SHADES + 1; s++) /* the last is of weights that are not known */
        if (s != 0)
            shade_path(p, layer, weight, s);
    fputs("</g>\n", p->stream);
    rectangle(p, x, y, SMALL_MAP, SMALL_MAP, "none");
    fputs(" stroke=\"#888888\"/>\n", p->stream);
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
    fputs("<g fill=\"#444444\" font-size=\"11\">", p->stream);
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
    rectangle(p, x, y, MAP, MAP, "none");
    fputs(" stroke=\"#888888\"/>\n</g>\n", p->stream);
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

/* ---- the whole ---- */

static double maps_top(const plumb_sink_report *report) {
    return HEADING + ROW * (double)report->layers + LEGEND + MARGIN;
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
    return fmax(fmax(alphas, weights), 940);
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
            "font-size=\"12\">\n<title>Attention sink</title>\n",
            width, height, width, height);
    rectangle(&p, 0, 0, width, height, "#ffffff");
    fputs("/>\n", stream);
    heading(&p);
    alpha_map(&p);
    legend(&p, HEADING + ROW * (double)report->layers + 16);
    for (size_t i = 0; i < report->layers && report->question->all_heads; i++) {
        sheet(&p, i, top);
        top += sheet_height(&report->layer[i]);
    }
    for (size_t i = 0; i < report->layers && !report->question->all_heads; i++)
        weight_map(&p, i, MARGIN + (MAP + MARGIN) * (double)(i % MAPS_IN_A_ROW),
                   top + (MAP + MAP_GAP) * (double)(i / MAPS_IN_A_ROW));
    fputs("</svg>\n", stream);
}
