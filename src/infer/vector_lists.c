#include "infer/factors.h"
#include "infer/vector_change.h"
#include "schema/text.h"
#include <math.h>

static double mean_length(const plumb_layout_dims *d, const double *x) {
    size_t rows = d->batch * d->heads * d->rows;
    double sum = 0;
    for (size_t i = 0; i < rows * d->columns; i++)
        sum += x[i] * x[i];
    return sqrt(sum / (double)rows);
}

static void list_norms(const plumb_vector_lists *s) {
    static const struct {
        plumb_number_group of;
        const char *says;
    } norms[] = {{PLUMB_GROUP_OF_ROW, "%s are normalised"},
                 {PLUMB_GROUP_OF_TOKEN, "%s of all heads are normalised together"},
                 {PLUMB_GROUP_OF_COLUMN, "%s are normalised column by column over all rows, not row by row"}};
    const plumb_problem *p = s->problem;
    double query = mean_length(&s->dims[PLUMB_OF_QUERY], p->query);
    double key = mean_length(&s->dims[PLUMB_OF_KEY], p->key);
    double length = s->of == PLUMB_OF_VALUE ? mean_length(&s->dims[PLUMB_OF_VALUE], p->value)
                    : s->of == PLUMB_OF_QUERY ? query : s->of == PLUMB_OF_KEY ? key : sqrt(query * key);
    for (size_t i = 0; i < sizeof norms / sizeof *norms; i++)
        for (int centred = 0; centred < 2; centred++) {
            char says[PLUMB_FACTORS_TEXT] = "";
            plumb_text_add(says, sizeof says, "%s%s", norms[i].says, centred ? ", less their mean" : "");
            s->consider(s->context, &(plumb_vector_change){.make = plumb_change_groups, .says = says, .of = norms[i].of,
                                               .centred = centred, .normalised = true, .length = length});
        }
}

/* Quantiles of a normal distribution, of QLoRA. */
static const double nf4[] = {-1, -0.6961928009986877, -0.5250730514526367, -0.39491748809814453, -0.28444138169288635,
                             -0.18477343022823334, -0.09105003625154495, 0, 0.07958029955625534, 0.16093020141124725,
                             0.24611230194568634, 0.33791524171829224, 0.44070982933044434, 0.5626170039176941,
                             0.7229568362236023, 1};

static void list_quantised(const plumb_vector_lists *s) {
    static const plumb_vector_change formats[] = {{.says = "8-bit integers", .levels = 127},
                                     {.says = "8-bit integers", .levels = 128},
                                     {.says = "4-bit integers", .levels = 7},
                                     {.says = "8-bit integers", .levels = 127, .smoothed = true},
                                     {.says = "8 bits from the least number to the largest", .levels = 255,
                                      .asymmetric = true},
                                     {.says = "4 bits from the least number to the largest", .levels = 15,
                                      .asymmetric = true},
                                     {.says = "2 bits from the least number to the largest", .levels = 3,
                                      .asymmetric = true},
                                     {.says = "e4m3", .levels = 448, .bits = 3, .steps = 9},
                                     {.says = "e5m2", .levels = 57344, .bits = 2, .steps = 16},
                                     {.says = "e2m1", .levels = 6, .bits = 1, .steps = 1},
                                     {.says = "NF4", .levels = 1, .table = nf4},
                                     {.says = "e2m1, scales being powers of 2", .levels = 6, .bits = 1, .steps = 1,
                                      .powers = true},
                                     {.says = "e4m3, scales being powers of 2", .levels = 448, .bits = 3, .steps = 9,
                                      .powers = true}};
    static const char *const shared[] = {"row",    "%zu rows", "%zu columns of a row",
                                         "column", "head",     "token, over all heads", ""};
    const plumb_layout_dims *d = &s->dims[PLUMB_OF_KEY];
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        for (plumb_number_group of = PLUMB_GROUP_OF_ROW; of <= PLUMB_GROUP_OF_ALL; of++)
            for (size_t n = 16; n <= 128; n = of == PLUMB_GROUP_OF_ROWS || of == PLUMB_GROUP_OF_COLUMNS ? 2 * n : 256) {
                char says[PLUMB_FACTORS_TEXT] = "";
                plumb_vector_change c = formats[i];
                c.make = plumb_change_groups;
                c.of = of;
                c.n = n;
                if (c.powers && of != PLUMB_GROUP_OF_COLUMNS)
                    continue;
                if ((of == PLUMB_GROUP_OF_ROWS && n >= d->rows) || (of == PLUMB_GROUP_OF_COLUMNS && n >= d->columns))
                    continue;
                plumb_text_add(says, sizeof says, "%%s%s are quantised to %s, with one scale for %s%s",
                               c.smoothed ? ", less their mean," : "", c.says,
                               of == PLUMB_GROUP_OF_ALL ? "all" : "each ", shared[of]);
                c.says = says;
                if (!c.smoothed || (s->of == PLUMB_OF_KEY && of != PLUMB_GROUP_OF_TOKEN && of != PLUMB_GROUP_OF_ALL))
                    s->consider(s->context, &c);
            }
}

static void list_rounded(const plumb_vector_lists *s) {
    static const plumb_vector_change formats[] = {{.says = "%s are rounded to bfloat16", .bits = 7, .steps = 133},
                                                  {.says = "%s are rounded to binary16", .bits = 10, .steps = 24},
                                                  {.says = "%s are rounded to e4m3", .bits = 3, .steps = 9},
                                                  {.says = "%s are rounded to e5m2", .bits = 2, .steps = 16}};
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        plumb_vector_change c = formats[i];
        c.make = plumb_round_numbers;
        s->consider(s->context, &c);
    }
}

/* The same is taken off each score of a row where it is taken off all keys, so that tiles of keys alone tell; of
   queries alone transformed products are those of keys alone. */
static void list_transforms(const plumb_vector_lists *s) {
    static const char *const less =
        "%s are less the mean of each tile of %zu, and the products of that are not added";
    static const char *const transformed = "%s, or keys, alone are Hadamard transforms, in blocks of %zu columns";
    const plumb_layout_dims *d = &s->dims[s->of];
    for (size_t n = 16; n / 2 < d->rows && n <= 512; n *= 2)
        s->consider(s->context, &(plumb_vector_change){
                                    .make = plumb_take_mean_off, .n = n < d->rows ? n : d->rows, .says = less});
    for (size_t n = 4; s->of == PLUMB_OF_QUERY && n <= d->columns && d->columns % n == 0; n *= 2)
        s->consider(s->context, &(plumb_vector_change){.make = plumb_transform_blocks, .n = n, .says = transformed});
}

/* Columns of queries in another order than those of keys: reversed, the halves of a block exchanged, interleaved. */
static void list_columns(const plumb_vector_lists *s) {
    size_t dim = s->dims[s->of].columns;
    for (size_t n = 2; n <= dim && dim % n == 0; n *= 2) {
        plumb_vector_change c = {.make = plumb_move_columns, .n = n};
        c.rule = (plumb_hypothesis){.from_query = PLUMB_QUERY_REVERSED, .tile = n};
        c.says = "columns of %s, or of keys, are reversed in blocks of %zu";
        s->consider(s->context, &c);
        c.rule = (plumb_hypothesis){.from_query = PLUMB_QUERY_EXCHANGED, .shift = (int64_t)n / 2};
        c.says = "columns of %s, or of keys, have halves of blocks of %zu exchanged";
        s->consider(s->context, &c);
        c.says = "columns of %s, or of keys, are transposed in blocks of %zu";
        for (size_t by = 2; by < n; by *= 2) {
            c.rule = (plumb_hypothesis){.from_query = PLUMB_QUERY_TRANSPOSED, .tile = n, .shift = (int64_t)by};
            s->consider(s->context, &c);
        }
    }
}

/* Heads that were pooled into fewer. */
static void list_averages(const plumb_vector_lists *s) {
    size_t heads = s->dims[s->of].heads;
    for (size_t n = 2; n <= heads && s->of != PLUMB_OF_QUERY_AND_KEY; n++)
        if (heads % n == 0)
            s->consider(s->context, &(plumb_vector_change){.make = plumb_average_heads, .n = n,
                                               .says = "%s are the mean of each %zu heads in a row"});
}

void plumb_list_vector_changes(const plumb_vector_lists *s) {
    list_rounded(s);
    if (s->of != PLUMB_OF_KEY_AND_VALUE)
        list_norms(s);
    list_averages(s);
    list_quantised(s);
    if (s->of == PLUMB_OF_QUERY || s->of == PLUMB_OF_KEY)
        list_transforms(s);
    if (s->of == PLUMB_OF_QUERY)
        list_columns(s);
}
