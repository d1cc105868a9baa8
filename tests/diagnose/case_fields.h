/* case_fields.h - a case as a list of named texts, to report in which of them two cases differ.  The texts are the same
   on every machine: no pointers, and tensors as checksums of their rounded numbers. */
#ifndef PLUMB_TESTS_DIAGNOSE_CASE_FIELDS_H
#define PLUMB_TESTS_DIAGNOSE_CASE_FIELDS_H
#include "case/case.h"
#include "tests/support/suite.h"
#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { FIELDS = 122, FIELD_TEXT = 200 };

typedef struct {
    const char *name;
    const void *tensor; /* whose checksum the text is; NULL: of no tensor */
    char text[FIELD_TEXT];
} case_field;

typedef struct {
    case_field of[FIELDS];
    size_t count;
} case_fields;

/* ---- checksums ---- */

static inline uint64_t checksum_begin(void) {
    return UINT64_C(14695981039346656037);
}

static inline uint64_t checksum_byte(uint64_t sum, unsigned char byte) {
    return (sum ^ byte) * UINT64_C(1099511628211);
}

static inline uint64_t checksum_integer(uint64_t sum, int64_t integer) {
    for (int i = 0; i < 8; i++)
        sum = checksum_byte(sum, (unsigned char)((uint64_t)integer >> 8 * i & 255));
    return sum;
}

static inline uint64_t checksum_text(uint64_t sum, const char *text) {
    for (; *text != 0; text++)
        sum = checksum_byte(sum, (unsigned char)*text);
    return checksum_byte(sum, '\n');
}

/* Some numbers come of the machine's own functions, which round the last bit differently. */
static inline uint64_t checksum_number(uint64_t sum, double x) {
    if (isnan(x))
        return checksum_text(sum, "nan");
    if (isinf(x))
        return checksum_text(sum, x > 0 ? "inf" : "-inf");
    if (fabs(x) < 0x1p20)
        return checksum_integer(sum, llround(x * 0x1p30));
    int exponent;
    double part = frexp(x, &exponent);
    return checksum_integer(checksum_integer(sum, llround(part * 0x1p30)), exponent);
}

static inline uint64_t checksum_of_numbers(const double *x, size_t count) {
    uint64_t sum = checksum_begin();
    for (size_t i = 0; i < count; i++)
        sum = checksum_number(sum, x[i]);
    return checksum_integer(sum, (int64_t)count);
}

static inline uint64_t checksum_of_integers(const int64_t *x, size_t count) {
    uint64_t sum = checksum_begin();
    for (size_t i = 0; i < count; i++)
        sum = checksum_integer(sum, x[i]);
    return checksum_integer(sum, (int64_t)count);
}

/* ---- fields ---- */

/* Check writes a line to a file at each of its own assertions, and there are many fields. */
static inline void must(bool holds) {
    if (!holds)
        ck_abort_msg("the fields of a case are not listed alike");
}

static inline case_field *field_named(case_fields *fields, const char *name) {
    must(fields->count < FIELDS);
    case_field *field = &fields->of[fields->count++];
    *field = (case_field){.name = name};
    return field;
}

static inline void field_integer(case_fields *fields, const char *name, int64_t integer) {
    snprintf(field_named(fields, name)->text, FIELD_TEXT, "%" PRId64, integer);
}

static inline void field_size(case_fields *fields, const char *name, size_t size) {
    snprintf(field_named(fields, name)->text, FIELD_TEXT, "%zu", size);
}

static inline void field_number(case_fields *fields, const char *name, double x) {
    snprintf(field_named(fields, name)->text, FIELD_TEXT, "%.9g", x);
}

static inline void field_text(case_fields *fields, const char *name, const char *text) {
    snprintf(field_named(fields, name)->text, FIELD_TEXT, "%s", text == NULL ? "none" : text);
}

/* Of an array that both cases share, the checksum of the stated one is taken.  True where there is one to compute. */
static inline bool field_array(case_fields *fields, const case_fields *stated, const char *name, const void *array) {
    const case_field *before = stated == NULL ? NULL : &stated->of[fields->count];
    case_field *field = field_named(fields, name);
    field->tensor = array;
    must(before == NULL || strcmp(before->name, name) == 0);
    if (array == NULL)
        snprintf(field->text, FIELD_TEXT, "none");
    else if (before != NULL && before->tensor == array)
        memcpy(field->text, before->text, FIELD_TEXT);
    else
        return true;
    return false;
}

static inline void field_checksum(case_fields *fields, uint64_t sum) {
    snprintf(fields->of[fields->count - 1].text, FIELD_TEXT, "#%08" PRIx32, (uint32_t)(sum ^ sum >> 32));
}

static inline void field_numbers(case_fields *fields, const case_fields *stated, const char *name, const double *x,
                                 size_t count) {
    if (field_array(fields, stated, name, x))
        field_checksum(fields, checksum_of_numbers(x, count));
}

static inline void field_integers(case_fields *fields, const case_fields *stated, const char *name, const int64_t *x,
                                  size_t count) {
    if (field_array(fields, stated, name, x))
        field_checksum(fields, checksum_of_integers(x, count));
}

/* ---- tensors of which rows may be shared ---- */

static inline size_t place_of_element(const plumb_problem *p, size_t n, size_t batch, size_t head, size_t query) {
    size_t j = n % p->key_length, row = n / p->key_length, h = row / p->query_length;
    return h / p->query_heads * batch + h % p->query_heads * head + row % p->query_length * query + j;
}

static inline size_t elements_of_rows(const plumb_problem *p) {
    return p->batch * p->query_heads * p->query_length * p->key_length;
}

static inline void field_bias(case_fields *fields, const case_fields *stated, const plumb_problem *p) {
    const plumb_extras *x = &p->extra;
    uint64_t sum = checksum_begin();
    if (!field_array(fields, stated, "bias", x->bias))
        return;
    for (size_t n = 0; n < elements_of_rows(p); n++)
        sum = checksum_number(sum, x->bias[place_of_element(p, n, x->bias_batch, x->bias_head, x->bias_query)]);
    field_checksum(fields, sum);
}

static inline void field_allowed(case_fields *fields, const case_fields *stated, const plumb_problem *p) {
    const plumb_mask *m = &p->mask;
    uint64_t sum = checksum_begin();
    if (!field_array(fields, stated, "allowed", m->allowed))
        return;
    for (size_t n = 0; n < elements_of_rows(p); n++)
        sum = checksum_byte(
            sum, m->allowed[place_of_element(p, n, m->allowed_batch, m->allowed_head, m->allowed_query)] != 0);
    field_checksum(fields, sum);
}

/* ---- the parts of a case ---- */

static inline void fields_of_shape(case_fields *f, const case_fields *stated, const plumb_problem *p) {
    size_t queries = p->batch * p->query_heads * p->query_length, keys = p->batch * p->key_heads * p->key_length;
    field_size(f, "batch", p->batch);
    field_size(f, "query_heads", p->query_heads);
    field_size(f, "key_heads", p->key_heads);
    field_size(f, "query_length", p->query_length);
    field_size(f, "key_length", p->key_length);
    field_size(f, "head_dim", p->head_dim);
    field_size(f, "value_dim", p->value_dim);
    field_numbers(f, stated, "query", p->query, queries * p->head_dim);
    field_numbers(f, stated, "key", p->key, keys * p->head_dim);
    field_numbers(f, stated, "value", p->value, keys * p->value_dim);
    field_text(f, "scale", p->scale.text);
    field_integer(f, "empty_row", p->empty_row);
    field_integer(f, "empty_lse_positive", p->empty_lse_positive);
}

static inline void fields_of_masks(case_fields *f, const case_fields *stated, const plumb_problem *p) {
    const plumb_mask *m = &p->mask;
    field_integer(f, "causal", p->causal.causal);
    field_integer(f, "offset", p->causal.offset);
    field_integer(f, "windowed", m->windowed);
    field_integer(f, "left", m->left);
    field_integer(f, "right", m->right);
    field_integer(f, "prefixed", m->prefixed);
    field_integer(f, "prefix", m->prefix);
    field_integer(f, "streaming", m->streaming);
    field_integer(f, "first", m->first);
    field_integer(f, "recent", m->recent);
    field_integer(f, "in_cache", m->in_cache);
    field_integer(f, "chunk", m->chunk);
    field_integers(f, stated, "query_segment", m->query_segment, p->batch * p->query_length);
    field_integers(f, stated, "key_segment", m->key_segment, p->batch * p->key_length);
    field_allowed(f, stated, p);
    field_size(f, "allowed_batch", m->allowed_batch);
    field_size(f, "allowed_head", m->allowed_head);
    field_size(f, "allowed_query", m->allowed_query);
}

static inline void fields_of_operator(case_fields *f, const case_fields *stated, const plumb_problem *p) {
    const plumb_operator *op = &p->op;
    const plumb_extras *x = &p->extra;
    size_t rows = p->batch * p->query_heads * p->query_length;
    field_integer(f, "operator", op->kind);
    field_number(f, "alpha", op->alpha);
    field_number(f, "power", op->power);
    field_number(f, "gamma", op->gamma);
    field_number(f, "zeta", op->zeta);
    field_number(f, "epsilon", op->epsilon);
    field_integer(f, "normalisation", op->normalisation);
    field_integer(f, "sink", op->sink);
    field_size(f, "sink_keys", op->sink_keys);
    field_integer(f, "sink_outside_lse", op->sink_outside_lse);
    field_number(f, "softcap", op->softcap);
    field_integer(f, "softcap_order", op->softcap_order);
    field_bias(f, stated, p);
    field_size(f, "bias_batch", x->bias_batch);
    field_size(f, "bias_head", x->bias_head);
    field_size(f, "bias_query", x->bias_query);
    field_numbers(f, stated, "sinks", x->sinks, p->query_heads);
    field_numbers(f, stated, "sink_key", x->sink_key, p->query_heads * p->head_dim);
    field_numbers(f, stated, "sink_value", x->sink_value, p->query_heads * p->value_dim);
    field_numbers(f, stated, "key0_bias", x->key0_bias, p->query_heads);
    field_numbers(f, stated, "value_bias", x->value_bias, p->query_heads * p->value_dim);
    field_numbers(f, stated, "gate", x->gate, x->gate_per_element ? rows * p->value_dim : rows);
    field_integer(f, "gate_per_element", x->gate_per_element);
    field_size(f, "hidden_dim", x->hidden_dim);
    field_size(f, "feature_dim", x->feature_dim);
    field_numbers(f, stated, "mlp_inner", x->mlp_inner, x->hidden_dim * p->head_dim);
    field_numbers(f, stated, "mlp_outer", x->mlp_outer, x->feature_dim * x->hidden_dim);
}

static inline void fields_of_rope(case_fields *f, const case_fields *stated, const plumb_rope *rope) {
    size_t half = rope->dim / 2;
    field_integer(f, "rope_layout", rope->layout);
    field_size(f, "rope_dim", rope->dim);
    field_integer(f, "rope_last", rope->last);
    for (size_t a = 0; a < PLUMB_MOST_AXES; a++)
        field_size(f, "rope_section", rope->sections.pairs[a]);
    field_integer(f, "rope_section_order", rope->order);
    field_integer(f, "rope_section_frequencies", rope->frequencies);
    field_number(f, "rope_base", rope->base);
    field_number(f, "rope_multiplier", rope->multiplier);
    field_integer(f, "rope_scaling", rope->scaling);
    field_number(f, "rope_factor", rope->factor);
    field_number(f, "rope_original", rope->original);
    field_number(f, "rope_length", rope->length);
    field_integer(f, "rope_length_rule", rope->length_rule);
    field_number(f, "rope_beta_fast", rope->beta_fast);
    field_number(f, "rope_beta_slow", rope->beta_slow);
    field_integer(f, "rope_untruncated", rope->untruncated);
    field_number(f, "rope_mscale", rope->mscale);
    field_number(f, "rope_mscale_all", rope->mscale_all);
    field_number(f, "rope_low_frequency", rope->low_frequency);
    field_number(f, "rope_high_frequency", rope->high_frequency);
    field_numbers(f, stated, "rope_long", rope->long_divisor, half);
    field_numbers(f, stated, "rope_short", rope->short_divisor, half);
    field_numbers(f, stated, "rope_cos", rope->cosine, rope->rows * half);
    field_numbers(f, stated, "rope_sin", rope->sine, rope->rows * half);
    field_size(f, "rope_rows", rope->rows);
}

static inline size_t numbers_of_table(const plumb_problem *p) {
    const plumb_position *position = &p->position;
    if (position->kind == PLUMB_POSITION_T5)
        return position->buckets * p->query_heads;
    return position->table_rows *
           (position->kind == PLUMB_POSITION_RELATIVE_TABLE ? p->query_heads : p->head_dim);
}

static inline void fields_of_position(case_fields *f, const case_fields *stated, const plumb_problem *p) {
    const plumb_position *position = &p->position;
    field_integer(f, "position", position->kind);
    field_integers(f, stated, "query_positions", position->query_position, plumb_query_places(p));
    field_integers(f, stated, "key_positions", position->key_position, plumb_key_places(p));
    fields_of_rope(f, stated, &position->rope);
    field_number(f, "temperature_factor", position->temperature.factor);
    field_integer(f, "temperature_length", position->temperature.length);
    field_integer(f, "temperature_offset", position->temperature.offset);
    field_integer(f, "alibi_form", position->alibi);
    field_numbers(f, stated, "slopes", position->slopes, p->query_heads);
    field_integer(f, "sinusoidal_layout", position->sinusoidal);
    field_integer(f, "sinusoidal_one_less", position->sinusoidal_one_less);
    field_number(f, "sinusoidal_base", position->sinusoidal_base);
    field_integer(f, "position_offset", position->offset);
    field_integer(f, "bidirectional", position->bidirectional);
    field_size(f, "buckets", position->buckets);
    field_size(f, "max_distance", position->max_distance);
    field_numbers(f, stated, "table", position->table, numbers_of_table(p));
    field_numbers(f, stated, "value_table", position->value_table, position->table_rows * p->value_dim);
    field_size(f, "table_rows", position->table_rows);
}

static inline void field_claim(case_fields *f, const case_fields *stated, const char *name, const plumb_claim *claim) {
    field_integer(f, name, claim->present ? (int64_t)claim->format : -1);
    field_numbers(f, stated, name, claim->present ? claim->value : NULL, claim->count);
}

/* stated: the fields of the case of which this one is a changed copy; NULL: of none. */
static inline void fields_of_case(case_fields *f, const case_fields *stated, const plumb_case *c) {
    f->count = 0;
    fields_of_shape(f, stated, &c->problem);
    fields_of_masks(f, stated, &c->problem);
    fields_of_operator(f, stated, &c->problem);
    fields_of_position(f, stated, &c->problem);
    field_claim(f, stated, "output", &c->output);
    field_claim(f, stated, "weights", &c->weights);
    field_claim(f, stated, "scores", &c->scores);
    field_claim(f, stated, "lse", &c->lse);
    field_integer(f, "input_format", c->input_format);
    field_size(f, "tiled_heads", c->tiled_heads);
    field_text(f, "scale_site", c->scale_site);
    field_text(f, "precision", c->precision);
}

/* " name text" for each field in which the changed case is another. */
static inline void print_differences(const case_fields *stated, const case_fields *changed, FILE *stream) {
    size_t shown = 0;
    must(stated->count == changed->count);
    for (size_t i = 0; i < stated->count; i++)
        if (strcmp(stated->of[i].text, changed->of[i].text) != 0)
            fprintf(stream, "%s %s %s", shown++ == 0 ? "" : ",", changed->of[i].name, changed->of[i].text);
    if (shown == 0)
        fputs(" nothing", stream);
}
#endif
