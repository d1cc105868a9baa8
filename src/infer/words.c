/* A table at the end has a name and a function for each cause.  The function appends a sentence to the text of a
   plumb_saying, from the fields that the cause uses in its hypothesis; fitted numbers come from its sweep.  Sentences
   with several parts are in the words_*.c files.  Causes that need a whole table get their sentence where the table is
   fitted, and keep it in h->says.  Places, such as "in head 2, for queries 0 to 15", are appended by infer/region.h. */
#include "infer/words.h"
#include "infer/places.h"
#include "infer/saying.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Of a factor that many numbers tell. */
enum { DIGITS = 9 };

static void say_alike(const plumb_saying *s) {
    static const char *const what[PLUMB_ALIKES] = {
        [PLUMB_ALIKE_VISIBLE] = "the mean of the values that the query sees: scores are not read",
        [PLUMB_ALIKE_ALL] = "the mean of all values: neither scores nor masks are read",
        [PLUMB_ALIKE_FIRST] = "the value of the first key that the query sees",
        [PLUMB_ALIKE_LAST] = "the value of the last key that the query sees",
        [PLUMB_ALIKE_LARGEST] = "the value of the key with the largest score"};
    if (s->h->variant == PLUMB_ALIKE_UNCLIPPED) {
        plumb_say(s, "weights are not clipped to 0 and 1");
        return;
    }
    plumb_say(s, "the output is %s", what[s->h->variant]);
}

static void say_shown(const plumb_saying *s) {
    double number = fabs(s->h->factor) < 1e-3 ? 0 : s->h->factor;
    if (s->h->variant == PLUMB_SHOWN_ALIKE) {
        plumb_say(s, plumb_operator_is(s->p->op.kind, PLUMB_IS_MEAN)
                         ? "keys that the mask hides have a score of %.4g, and take part with that"
                         : "keys that the mask hides weigh %.4g each, not 0", number);
        return;
    }
    plumb_say_keys(s, s->h->from, s->h->to);
    plumb_say(s, " %s seen where the mask hides %s", s->h->to > s->h->from + 1 ? "are" : "is",
        s->h->to > s->h->from + 1 ? "them" : "it");
}

static void say_bias(const plumb_saying *s) {
    bool all = s->h->from == 0 && s->h->to == s->p->key_length;
    plumb_say(s, all ? "the bias" : "the bias of ");
    if (!all)
        plumb_say_keys(s, s->h->from, s->h->to);
    plumb_say(s, " is not added");
}

static void say_queries(const plumb_saying *s) {
    if (s->h->map != NULL) {
        plumb_say_heads(s, s->p->query_heads, "reads the queries of", "head");
        return;
    }
    plumb_say_rows(s, "rows read", "row t reads");
    bool of_some = s->h->from_query == PLUMB_QUERY_BEFORE_ODD || s->h->from_query >= PLUMB_QUERY_FIRST_PART;
    plumb_say(s, "%s instead of %s own", of_some ? "," : "",
        plumb_says_number(s) ? "its" : "their");
}

static void say_copy(const plumb_saying *s) {
    const plumb_hypothesis *h = s->h;
    const plumb_problem *p = s->p;
    size_t heads = p->batch * p->query_heads;
    bool moved = false, of_query = h->shift != 0 || h->from_query != PLUMB_QUERY_MOVED;
    if (h->from_query == PLUMB_QUERY_EXCHANGED) {
        plumb_say(s, "of each %lld rows those %lld apart have each other's answers", 2 * (long long)h->shift,
            (long long)h->shift);
        return;
    }
    for (size_t i = 0; i < heads; i++)
        moved = moved || h->map[i] != i;
    if (of_query) {
        plumb_say_rows(s, "rows have the answer of", "row t has the answer of");
    }
    if (moved) {
        plumb_say(s, of_query ? "; " : "");
        plumb_say_heads(s, p->query_heads, "has the answer of", "head");
    }
}

static void say_columns(const plumb_saying *s) {
    const plumb_hypothesis *h = s->h;
    size_t width = s->p->value_dim, listed = 0, moved = 0;
    for (size_t c = 0; c < width; c++)
        moved += h->map[c] != c;
    plumb_say(s, "columns have the numbers of others: column");
    for (size_t c = 0; c < width && listed < PLUMB_MOST_LISTED; c++)
        if (h->map[c] != c)
            plumb_say(s, "%s %zu that of %zu", listed++ == 0 ? "" : ",", c, h->map[c]);
    if (moved > listed)
        plumb_say(s, ", and %zu more", moved - listed);
}

/* Nearer to 1 a factor is written as 1. */
#define LEAST_SHOWN 0.0005

static void say_scaled_columns(const plumb_saying *s) {
    size_t listed = 0, moved = 0;
    plumb_say(s, "columns are multiplied by numbers of their own: ");
    for (size_t c = 0; c < s->p->value_dim; c++) {
        double x = s->h->column_factor[c];
        if (fabs(x - 1) < LEAST_SHOWN || moved++ >= PLUMB_MOST_LISTED)
            continue;
        plumb_say(s, "%scolumn %zu by %.*g", listed++ == 0 ? "" : ", ", c, plumb_digits_of_factor(x, 4), x);
    }
    if (moved > listed)
        plumb_say(s, ", and %zu more", moved - listed);
}

static void say_reads(const plumb_saying *s) {
    static const char *const what[PLUMB_HEADS] = {
        [PLUMB_HEADS_VALUES] = "reads the values, not keys, of",
        [PLUMB_HEADS_KEYS] = "reads the keys, not values, of",
        [PLUMB_HEADS_BOTH] = "reads keys and values of"};
    plumb_say_heads(s, s->p->key_heads, what[s->h->variant], "key head");
}

static void say_cut(const plumb_saying *s) {
    const plumb_hypothesis *h = s->h;
    static const char *const score[PLUMB_CUT_STATISTICS] = {
        [PLUMB_CUT_MEANS] = "mean", [PLUMB_CUT_LARGEST] = "largest", [PLUMB_CUT_RUNNING] = "largest"};
    if (h->shift != PLUMB_CUT_KEYS && h->variant == PLUMB_CUT_BELOW)
        plumb_say(s, "tiles of %zu keys whose %s score is more than %.4g below the row's largest%s are left out",
                  h->from, score[h->shift], h->factor, h->shift == PLUMB_CUT_RUNNING ? " so far" : "");
    else if (h->shift != PLUMB_CUT_KEYS)
        plumb_say(s, "of each row's tiles of %zu keys all but the %zu with the largest %s score are left out", h->from,
            h->tile, h->shift == PLUMB_CUT_MEANS ? "mean" : "single");
    else if (h->variant == PLUMB_CUT_BELOW)
        plumb_say(s, "keys whose score is more than %.4g below the row's largest are left out", h->factor);
    else
        plumb_say(s, "of each row's keys all but the %zu with the largest scores are left out", h->tile);
    if (h->denominator != 0)
        plumb_say(s, " in the sum of values, not in the sum of weights");
}

static void say_lag(const plumb_saying *s) {
    static const char *const what[PLUMB_HEADS] = {
        [PLUMB_HEADS_VALUES] = "the values", [PLUMB_HEADS_KEYS] = "the keys", [PLUMB_HEADS_BOTH] = "keys and values"};
    plumb_say(s, "each tile of %zu keys has %s of the tile %s", s->h->tile, what[s->h->variant],
        s->h->shift < 0 ? "before" : "after");
}

static void say_sink(const plumb_saying *s) {
    const plumb_hypothesis *h = s->h;
    if (h->variant == PLUMB_SINK_UNSHIFTED)
        plumb_say(s, "the sink's e^logit is not divided by e^maximum, as the weights of keys are");
    else if (h->variant == PLUMB_SINK_OF_OTHER)
        plumb_say_sink_index(s);
    else if (h->variant == PLUMB_SINK_IN_VALUES)
        plumb_say(s, "the sink's weight is that of the value of key %zu, too", h->from);
    else {
        plumb_say(s, "the sink's logit is %.4g times what it should be", h->numerator);
        if (h->denominator != 0)
            plumb_say(s, ", and %.4g is added", h->denominator);
    }
}

static void say_found(const plumb_saying *s) {
    plumb_say(s, "%s", s->h->says);
}

static void say_rounded(const plumb_saying *s) {
    const plumb_hypothesis *h = s->h;
    plumb_say(s, "weights in %s are rounded ", h->denominator == 0 ? "both sums" : "the sum of values");
    if (h->variant != PLUMB_EXPONENTIAL_BITS)
        plumb_say(s, "%sto multiples of 1/%zu", h->variant == PLUMB_EXPONENTIAL_BELOW ? "down " : "", h->tile);
    else if (h->other > 0)
        plumb_say(s, "to e%dm%zu", h->tile == 3 ? 4 : 5, h->tile);
    else
        plumb_say(s, "to %zu significant bits", h->tile + 1);
}

/* Nearer to 0 a coefficient is left out. */
#define LEAST_COEFFICIENT 0.002

static void say_polynomial(const plumb_saying *s) {
    static const char *const power[PLUMB_COEFFICIENTS] = {"", "f", "f^2", "f^3"};
    const double *x = s->h->coefficient;
    plumb_say(s, "the exponential is 2^n (1");
    for (size_t i = 1; i < PLUMB_COEFFICIENTS; i++)
        if (fabs(x[i]) > LEAST_COEFFICIENT)
            plumb_say(s, " %c %.3g %s", x[i] < 0 ? '-' : '+', fabs(x[i]), power[i]);
    plumb_say(s, "), n the exponent rounded %s, f the rest", s->h->tile == 2 ? "to the nearest" : "down");
}

static void say_multiple_of_scores(const plumb_saying *s) {
    if (fabs(s->h->factor - log(2)) < 1e-3)
        plumb_say(s, "the exponential is one of base 2");
    else
        plumb_say(s, "scores are multiplied by %.4g", s->h->factor);
    plumb_say(s, s->h->denominator == 1 ? " in the sum of values, not in the sum of weights"
                                        : " in the sum of weights, not in the sum of values");
}

static void say_exponential(const plumb_saying *s) {
    static const char *const words[PLUMB_EXPONENTIALS] = {
        [PLUMB_EXPONENTIAL_LINEAR] = "the exponential is linear between powers of 2",
        [PLUMB_EXPONENTIAL_CLAMPED] = "scores more than #f below the largest are raised to that distance from it",
        [PLUMB_EXPONENTIAL_CUT] = "keys whose score is more than #f below the largest weigh nothing",
        [PLUMB_EXPONENTIAL_POWER] = "the exponential is (1 + x / #n)^#n",
        [PLUMB_EXPONENTIAL_STEPS] =
            "the exponential has #n steps between powers of 2: exponents are rounded down",
        [PLUMB_EXPONENTIAL_NEAREST] =
            "the exponential has #n steps between powers of 2: exponents are rounded to the nearest"};
    if (s->h->variant == PLUMB_EXPONENTIAL_OF_MULTIPLE)
        say_multiple_of_scores(s);
    else if (words[s->h->variant] != NULL)
        plumb_say_rule(words[s->h->variant], "", s->h, s->text, s->size);
    else if (s->h->variant == PLUMB_EXPONENTIAL_POLYNOMIAL)
        say_polynomial(s);
    else
        say_rounded(s);
    if (s->h->from > 0)
        plumb_say(s, ", in tiles of %zu keys", s->h->from);
}

/* Which number of the mask tensor is read for a query and a key. */
static void say_mask_keys(const plumb_saying *s) {
    const plumb_hypothesis *h = s->h;
    long long rows = (long long)h->shift, keys = (long long)h->key_shift;
    if (h->from_key == PLUMB_QUERY_REVERSED)
        plumb_say(s,
                  "the boolean mask is read with each %zu keys in reversed order, as if bits were packed the other way",
                  h->key_tile);
    else if (h->from_key == PLUMB_QUERY_EXCHANGED)
        plumb_say(s, "the boolean mask is read with keys %lld apart exchanged", keys);
    else {
        plumb_say(s, "the boolean mask is read %lld %s %s", llabs(keys), llabs(keys) == 1 ? "key" : "keys",
                  keys > 0 ? "on" : "back");
        if (rows != 0)
            plumb_say(s, " and %lld %s %s", llabs(rows), llabs(rows) == 1 ? "row" : "rows", rows > 0 ? "on" : "back");
    }
}

static void say_mask(const plumb_saying *s) {
    const plumb_hypothesis *h = s->h;
    if (plumb_moves_keys_of_mask(h)) {
        say_mask_keys(s);
        return;
    }
    if (h->mask_row != 0 && h->other != 0)
        plumb_say(s, "the boolean mask is read %lld places %s", llabs((long long)h->other),
                  (long long)h->other > 0 ? "on" : "back");
    else if (h->mask_row != 0)
        plumb_say(s, "rows of the boolean mask are read %zu apart, not %zu", h->mask_row, s->p->mask.allowed_query);
    else if (h->map != NULL)
        plumb_say_heads(s, s->p->query_heads, "has the mask of", "head");
    else
        plumb_say_rows(s, "rows have the mask of", "row t has the mask of");
}

static void say_transposed(const plumb_saying *s) {
    if (s->h->once)
        plumb_say(s, "in squares of %zu rows and columns of the output the quarters off the diagonal are exchanged",
                  s->h->tile);
    else
        plumb_say(s, "squares of %zu rows and columns of the output are transposed", s->h->tile);
}

/* "of head 1", "of the query 8 after": whose something is. */
static void say_added(const plumb_saying *s) {
    double least = s->sweep->least[0], most = s->sweep->most[0];
    if (s->h->variant == PLUMB_ADDED_RETURNED)
        plumb_say(s, "a part of what another row returned is added, as if sums of values were not cleared: ");
    else if (most - least > 0.05 * fabs(most))
        plumb_say(s, "a part of what another row should return is added: ");
    else
        plumb_say(s, "%.3g times what another row should return is added: ", most);
    plumb_say_other_row(s);
}

static void say_divisor(const plumb_saying *s) {
    if (s->h->variant >= PLUMB_DIVISOR_OVER_HEADS)
        plumb_say(s, "weights are divided by their sums over %s, not over keys",
                  s->h->variant == PLUMB_DIVISOR_OVER_HEADS ? "heads" : "queries");
    else if (s->h->variant == PLUMB_DIVISOR_OF_ALL)
        plumb_say(s, "rows are divided by the sums of weights of %zu heads together, those of their %s", s->h->tile,
            s->h->tile < s->p->query_heads ? "group" : "batch entry");
    else {
        plumb_say(s, "rows are divided by the sum of weights of others%s: ",
            s->h->variant == PLUMB_DIVISOR_OF_OTHER ? "" : " at one maximum");
        plumb_say_other_row(s);
    }
}

static void say_squares(const plumb_saying *s) {
    const plumb_hypothesis *h = s->h;
    plumb_say(s, "%s are transposed in squares of %zu queries and keys%s",
              h->variant == PLUMB_SQUARES_OF_SCORES ? "scores" : "weights, as they enter the sum of values,", h->tile,
              h->once ? " on the diagonal" : "");
}

static void say_beyond(const plumb_saying *s) {
    if (s->h->tile == 1)
        plumb_say(s, "one key more is read, behind the last: the next head's first");
    else
        plumb_say(s, "%zu keys more are read, behind the last: the next head's first", s->h->tile);
}

static void say_packed(const plumb_saying *s) {
    plumb_say(s, "rows of a group of %zu heads are %s: queries and heads of the group are swapped",
        s->p->query_heads / s->p->key_heads,
        s->h->variant == PLUMB_PACKED_HEADS_LAST ? "packed as [query, head]" : "unpacked as [query, head]");
}

static void say_multiplied(const plumb_saying *s) {
    double factor = s->h->factor;
    plumb_say(s, "the output is %.*g times what it should be", plumb_digits_of_factor(factor, DIGITS), factor);
}

/* By so much a sum is off that is kept in few bits. */
#define FEW_BITS 0.04

static void say_multiple(const plumb_saying *s) {
    double least = s->sweep->least[0], most = s->sweep->most[0];
    plumb_say(s, "each row is multiplied by a number of its own, %.4g to %.4g, as by a wrong sum of weights", least,
              most);
    if (fabs(least - 1) < FEW_BITS && fabs(most - 1) < FEW_BITS)
        plumb_say(s, ": one that is kept or divided in few bits");
}

static void say_layout(const plumb_saying *s) {
    if (isnan(s->h->factor))
        plumb_say(s,
                  "the products q.k of each row are multiplied by a number of its own, %.4g to %.4g, as by queries of "
                  "another length",
                  s->sweep->least[0], s->sweep->most[0]);
    else
        say_found(s);
}

static void say_accumulator(const plumb_saying *s) {
    plumb_say(s, "the sum of values is rounded to %s after each tile of %zu keys",
              s->h->from == 7 ? "bfloat16" : "binary16", s->h->tile);
}

static const struct {
    const char *name;
    void (*say)(const plumb_saying *s);
    const char *words; /* of a rule; NULL: `say` adds them */
} causes[PLUMB_CAUSES] = {
    [PLUMB_CAUSE_UNWRITTEN] = {"unwritten", .words = "the output is 0, as if never written"},
    [PLUMB_CAUSE_NAN] = {"nan", .words = "the output is NaN"},
    [PLUMB_CAUSE_COPY] = {"copy", .say = say_copy},
    [PLUMB_CAUSE_PACKED] = {"packed", .say = say_packed},
    [PLUMB_CAUSE_COLUMNS] = {"columns", .say = say_columns},
    [PLUMB_CAUSE_HADAMARD] = {
        "hadamard", .words = "the output is the Hadamard transform of what it should be, in blocks of #n columns"},
    [PLUMB_CAUSE_SCALED_COLUMNS] = {"scaled-columns", .say = say_scaled_columns},
    [PLUMB_CAUSE_MULTIPLE] = {"multiple", .say = say_multiple},
    [PLUMB_CAUSE_ACCUMULATOR] = {"accumulator", .say = say_accumulator},
    [PLUMB_CAUSE_FACTOR] = {"factor", .say = say_multiplied},
    [PLUMB_CAUSE_ALIKE] = {"alike", .say = say_alike},
    [PLUMB_CAUSE_BLOCK] = {"keys", .say = plumb_say_block},
    [PLUMB_CAUSE_BIAS] = {"bias", .say = say_bias},
    [PLUMB_CAUSE_SHOWN] = {"shown", .say = say_shown},
    [PLUMB_CAUSE_QUERIES] = {"queries", .say = say_queries},
    [PLUMB_CAUSE_RESCALE] = {"rescale", .say = plumb_say_rescale},
    [PLUMB_CAUSE_SPLITS] = {"splits", .say = plumb_say_splits},
    [PLUMB_CAUSE_TILES] = {"tiles", .say = plumb_say_tiles},
    [PLUMB_CAUSE_PAGE] = {"page", .say = plumb_say_page},
    [PLUMB_CAUSE_HEADS] = {"heads", .say = say_reads},
    [PLUMB_CAUSE_CUT] = {"cut", .say = say_cut},
    [PLUMB_CAUSE_LAG] = {"lag", .say = say_lag},
    [PLUMB_CAUSE_SINK] = {"sink", .say = say_sink},
    [PLUMB_CAUSE_MASK] = {"mask", .say = say_mask},
    [PLUMB_CAUSE_REACH] = {"reach", .say = plumb_say_reach},
    [PLUMB_CAUSE_FACTORS] = {"factors", .say = say_found},
    [PLUMB_CAUSE_ADDED] = {"added", .say = say_added},
    [PLUMB_CAUSE_CAP] = {"cap", .say = plumb_say_cap},
    [PLUMB_CAUSE_TRANSPOSED] = {"transposed", .say = say_transposed},
    [PLUMB_CAUSE_SQUARES] = {"squares", .say = say_squares},
    [PLUMB_CAUSE_DIVISOR] = {"divisor", .say = say_divisor},
    [PLUMB_CAUSE_BEYOND] = {"beyond", .say = say_beyond},
    [PLUMB_CAUSE_BIAS_OF] = {"bias-of", .say = plumb_say_bias_of},
    [PLUMB_CAUSE_LAYOUT] = {"layout", .say = say_layout},
    [PLUMB_CAUSE_TILTS] = {"tilts", .say = say_found},
    [PLUMB_CAUSE_DESCALES] = {"descales", .say = say_found},
    [PLUMB_CAUSE_TRANSFER] = {"transfer", .say = say_found},
    [PLUMB_CAUSE_EXPONENTIAL] = {"exponential", .say = say_exponential},
    [PLUMB_CAUSE_FREE] = {"free", .say = plumb_say_free},
};

const char *plumb_cause_name(plumb_cause cause) {
    return causes[cause].name;
}

void plumb_hypothesis_say(const plumb_problem *p, const plumb_hypothesis *h, const plumb_sweep *sweep, char *text,
                          size_t size) {
    text[0] = 0;
    if (causes[h->cause].words != NULL)
        plumb_say_rule(causes[h->cause].words, "", h, text, size);
    else
        causes[h->cause].say(&(plumb_saying){p, h, sweep, text, size});
}
