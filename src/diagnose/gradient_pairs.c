/* gradient_pairs.c - each sampled line is solved by itself for the factors of its tiles, of a size at which the line
   has more numbers than tiles.  From these factors follows which tiles of queries and of keys do not meet: those on the
   diagonal, or a rectangle.  If there are none, single queries or keys are tried: the one whose part is most of what is
   off. */
#include "diagnose/gradient_pairs.h"
#include "exact/visible.h"
#include "schema/text.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Tiles of at most this part of a line's numbers are solved for; sizes from a tile of the parts on, doubled. */
#define PART_OF_WIDTH 0.7
enum { MOST_TILE = 512, MOST_TILES = 64 };

typedef struct {
    const plumb_gradient_parts *of;
    size_t size, tiles; /* of a tile here; tiles */
    double *factor;     /* [lines][tiles] less 1 */
    double *size_of;    /* [lines][tiles] the size of a tile's part */
    double *part;       /* [width][tiles that are not empty] of a line */
} solution;

/* ---- one line ---- */

static double part_of(const solution *s, size_t number, size_t tile) {
    const plumb_gradient_parts *of = s->of;
    size_t merged = s->size / of->tile, end = (tile + 1) * merged < of->tiles ? (tile + 1) * merged : of->tiles;
    double sum = 0;
    for (size_t k = tile * merged; k < end; k++)
        sum += of->part[number * of->tiles + k];
    return sum;
}

/* The tiles that are not empty in a line; their number. */
static size_t list_tiles(const solution *s, size_t line, size_t list[MOST_TILES]) {
    size_t count = 0, width = s->of->of->width;
    for (size_t k = 0; k < s->tiles; k++) {
        double size = 0;
        for (size_t c = 0; c < width; c++)
            size = fmax(size, fabs(part_of(s, line * width + c, k)) / s->of->of->limit[line * width + c]);
        s->size_of[line * s->tiles + k] = size;
        if (size > 1)
            list[count++] = k;
    }
    return count;
}

static bool solve_line(const solution *s, size_t line) {
    const plumb_sampled_gradient *g = s->of->of;
    size_t list[MOST_TILES], count = list_tiles(s, line, list);
    double gram[MOST_TILES * MOST_TILES], factor[MOST_TILES];
    if ((double)count > PART_OF_WIDTH * (double)g->width)
        return false;
    for (size_t c = 0; c < g->width; c++)
        for (size_t k = 0; k < count; k++)
            s->part[c * count + k] = part_of(s, line * g->width + c, list[k]);
    if (!plumb_gradient_parts_solve(g, line, line + 1, s->part, count, gram, factor))
        return false;
    memset(s->factor + line * s->tiles, 0, s->tiles * sizeof *s->factor);
    for (size_t k = 0; k < count; k++)
        s->factor[line * s->tiles + list[k]] = fabs(factor[k] - rint(factor[k])) < 0.25 ? rint(factor[k]) : factor[k];
    return true;
}

static void predict(const solution *s, double *numbers) {
    const plumb_sampled_gradient *g = s->of->of;
    for (size_t i = 0; i < g->lines * g->width; i++) {
        numbers[i] = g->exact[i];
        for (size_t k = 0; k < s->tiles; k++)
            if (s->factor[i / g->width * s->tiles + k] != 0)
                numbers[i] += s->factor[i / g->width * s->tiles + k] * part_of(s, i, k);
    }
}

/* ---- in words ---- */

/* The tile of keys, or of queries, at the position of a line. */
static size_t own_tile(const solution *s, size_t line) {
    const plumb_gradient_sample *sample = s->of->sample;
    const plumb_problem *p = &sample->of->problem;
    int64_t offset = plumb_offset_of(p, sample->b);
    bool queries = s->of->gradient == PLUMB_GRADIENT_OF_QUERY;
    int64_t place = queries ? (int64_t)sample->query[line][1] + offset : (int64_t)sample->key[line] - offset;
    return place < 0 ? SIZE_MAX : (size_t)place / s->size;
}

/* A line's own query or key, in tiles of its own axis. */
static size_t tile_of_line(const solution *s, size_t line) {
    const plumb_gradient_sample *sample = s->of->sample;
    bool queries = s->of->gradient == PLUMB_GRADIENT_OF_QUERY;
    return (queries ? sample->query[line][1] : sample->key[line]) / s->size;
}

/* All factors that are not 0 are alike: that factor, or 0. */
static double common_factor(const solution *s) {
    double common = 0;
    for (size_t i = 0; i < s->of->of->lines * s->tiles; i++) {
        double f = s->factor[i];
        if (f == 0)
            continue;
        if (common != 0 && fabs(f - common) > 0.02)
            return 0;
        common = f;
    }
    return common;
}

static const char *counted(double factor) {
    return factor == -1 ? "are left out" : factor == 1 ? "count twice" : factor == 2 ? "count three times" : NULL;
}

/* Whether tiles are missing in lines of the line's own head. */
static bool head_is_off(const solution *s, size_t line) {
    const plumb_gradient_sample *sample = s->of->sample;
    if (s->of->gradient != PLUMB_GRADIENT_OF_QUERY)
        return true;
    for (size_t n = 0; n < s->of->of->lines; n++)
        for (size_t k = 0; sample->query[n][0] == sample->query[line][0] && k < s->tiles; k++)
            if (s->factor[n * s->tiles + k] != 0)
                return true;
    return false;
}

/* Of a tile that has so small a part in a line nothing is known; lines of right heads say nothing of the others. */
static bool is_open(const solution *s, size_t line, size_t tile) {
    return s->size_of[line * s->tiles + tile] < 8 || !head_is_off(s, line);
}

static bool is_diagonal(const solution *s) {
    for (size_t n = 0; n < s->of->of->lines; n++)
        for (size_t k = 0; k < s->tiles; k++)
            if (!is_open(s, n, k) && (s->factor[n * s->tiles + k] != 0) != (k == own_tile(s, n)))
                return false;
    return true;
}

/* Tiles of lines and of their parts: those that meet no longer, and those of which a line says that they do. */
typedef struct {
    bool off[MOST_TILES], kept[MOST_TILES];
} tiles;

/* Whether each tile of parts that is off is off in each tile of lines that is, as far as lines are sampled. */
static bool is_rectangle(const solution *s, tiles *lines, tiles *parts) {
    size_t count = s->of->of->lines;
    for (size_t n = 0; n < count; n++)
        for (size_t k = 0; k < s->tiles; k++)
            if (s->factor[n * s->tiles + k] != 0 && tile_of_line(s, n) < MOST_TILES)
                lines->off[tile_of_line(s, n)] = parts->off[k] = true;
    for (size_t n = 0; n < count; n++)
        for (size_t k = 0; k < s->tiles; k++) {
            size_t tile = tile_of_line(s, n);
            bool off = s->factor[n * s->tiles + k] != 0;
            if (is_open(s, n, k) || tile >= MOST_TILES)
                continue;
            if (off != (lines->off[tile] && parts->off[k]))
                return false;
            lines->kept[tile] = lines->kept[tile] || (!off && parts->off[k]);
            parts->kept[k] = parts->kept[k] || !off;
        }
    return true;
}

static bool any_kept(const tiles *of) {
    for (size_t i = 0; i < MOST_TILES; i++)
        if (of->kept[i])
            return true;
    return false;
}

/* Runs of tiles that are off; between two of them may be tiles of which nothing is known. */
static void add_tiles(const solution *s, const tiles *of, size_t length, char *says, size_t size) {
    for (size_t i = 0, runs = 0; i < MOST_TILES; i++) {
        size_t last = i;
        if (!of->off[i])
            continue;
        for (size_t end = i; end < MOST_TILES && (of->off[end] || !of->kept[end]); end++)
            last = of->off[end] ? end : last;
        size_t to = (last + 1) * s->size < length ? (last + 1) * s->size - 1 : length - 1;
        plumb_text_add(says, size, "%s%zu to %zu", runs++ > 0 ? ", " : "", i * s->size, to);
        i = last;
    }
}

/* " of heads 1, 3", if it is not all of them that were sampled. */
static void add_heads(const solution *s, char *says, size_t size) {
    const plumb_gradient_sample *sample = s->of->sample;
    bool all = true;
    for (size_t n = 0; n < s->of->of->lines; n++)
        all = all && head_is_off(s, n);
    for (size_t h = 0, count = 0; !all && h < sample->of->problem.query_heads; h++) {
        bool off = false;
        for (size_t n = 0; n < sample->queries; n++)
            off = off || (sample->query[n][0] == h && head_is_off(s, n));
        if (off)
            plumb_text_add(says, size, count++ > 0 ? ", %zu" : ", in heads %zu", h);
    }
}

static bool say_tiles(const solution *s, char *says, size_t size) {
    const plumb_problem *p = &s->of->sample->of->problem;
    bool queries = s->of->gradient == PLUMB_GRADIENT_OF_QUERY;
    const char *noun = queries ? "keys" : "queries", *own = queries ? "query" : "key";
    const char *what = counted(common_factor(s));
    tiles lines = {{false}, {false}}, parts = {{false}, {false}};
    if (what == NULL)
        return false;
    if (is_diagonal(s)) {
        snprintf(says, size, "%s of the tile of %zu that contains the position of the %s %s", noun, s->size, own, what);
        return true;
    }
    if (!is_rectangle(s, &lines, &parts))
        return false;
    snprintf(says, size, "%s ", noun);
    add_tiles(s, &parts, s->of->length, says, size);
    plumb_text_add(says, size, " %s", what);
    if (!any_kept(&lines))
        return true;
    plumb_text_add(says, size, " for %s ", queries ? "queries" : "keys");
    add_tiles(s, &lines, queries ? p->query_length : p->key_length, says, size);
    return true;
}

static bool say(const solution *s, char *says, size_t size) {
    bool said = say_tiles(s, says, size);
    if (said)
        add_heads(s, says, size);
    return said;
}

static size_t try_size(solution *s, double *numbers, char *says, size_t size) {
    for (size_t n = 0; n < s->of->of->lines; n++)
        if (!solve_line(s, n))
            return 0;
    predict(s, numbers);
    size_t right = plumb_numbers_explain(s->of->sample, s->of->gradient, numbers);
    return right > 0 && say(s, says, size) ? right : 0;
}

static int try_tiles(const plumb_gradient_parts *parts, double *numbers, size_t *explained, char *says, size_t size) {
    solution s = {.of = parts};
    size_t pairs = parts->of->lines * parts->tiles;
    s.factor = calloc(2 * pairs + parts->of->width * MOST_TILES + 1, sizeof *s.factor);
    if (s.factor == NULL)
        return -1;
    s.size_of = s.factor + pairs;
    s.part = s.size_of + pairs;
    for (s.size = parts->tile; s.size <= MOST_TILE && s.size < parts->length && *explained == 0; s.size *= 2) {
        s.tiles = (parts->length + s.size - 1) / s.size;
        *explained = try_size(&s, numbers, says, size);
    }
    free(s.factor);
    return 0;
}

/* ---- a single query or key ---- */

typedef struct {
    const plumb_gradient_parts *of;
    double *along, *square; /* [length] of each part: its product with what is off, and with itself */
    size_t place;           /* of the part that is added to numbers */
    double factor, *numbers;
} single;

static void project(void *context, size_t line, size_t head, size_t place, double weight, const double *part) {
    single *s = context;
    (void)head;
    const plumb_sampled_gradient *g = s->of->of;
    for (size_t c = 0; c < g->width; c++) {
        size_t i = line * g->width + c;
        double off = g->engine[i] - g->exact[i], x = weight * part[c] / g->limit[i];
        if (!isfinite(off) || !isfinite(x))
            continue;
        s->along[place] += x * off / g->limit[i];
        s->square[place] += x * x;
    }
}

static void add_place(void *context, size_t line, size_t head, size_t place, double weight, const double *part) {
    single *s = context;
    (void)head;
    size_t width = s->of->of->width;
    for (size_t c = 0; place == s->place && c < width; c++)
        s->numbers[line * width + c] += s->factor * weight * part[c];
}

static int try_single(single *s, size_t *explained, char *says, size_t size) {
    const plumb_gradient_parts *of = s->of;
    double most = 0;
    int status = plumb_gradient_parts_visit(of->sample, of->gradient, project, s);
    for (size_t i = 0; i < of->length; i++) {
        double gain = s->square[i] > 0 ? s->along[i] * s->along[i] / s->square[i] : 0;
        s->place = gain > most ? i : s->place;
        most = fmax(most, gain);
    }
    s->factor = most > 0 ? rint(s->along[s->place] / s->square[s->place]) : 0;
    if (status != 0 || counted(s->factor) == NULL)
        return status;
    memcpy(s->numbers, of->of->exact, of->of->lines * of->of->width * sizeof *s->numbers);
    status = plumb_gradient_parts_visit(of->sample, of->gradient, add_place, s);
    *explained = status == 0 ? plumb_numbers_explain(of->sample, of->gradient, s->numbers) : 0;
    snprintf(says, size, "%s %zu %s", of->gradient == PLUMB_GRADIENT_OF_QUERY ? "key" : "query", s->place,
             s->factor == -1  ? "is left out"
             : s->factor == 1 ? "counts twice"
                              : "counts three times");
    return status;
}

int plumb_gradient_pairs(const plumb_gradient_parts *parts, double *numbers, size_t *explained, char *says,
                         size_t size) {
    int status = try_tiles(parts, numbers, explained, says, size);
    if (status != 0 || *explained > 0)
        return status;
    single s = {.of = parts, .along = calloc(2 * parts->length + 1, sizeof *s.along), .numbers = numbers};
    if (s.along == NULL)
        return -1;
    s.square = s.along + parts->length;
    status = try_single(&s, explained, says, size);
    free(s.along);
    return status;
}
