/* The checks go from cheap and general to single bits, so that the message names the most general difference: whether
   the part lies in the other run, tensors and shapes, conventions, then the bits of all tensors except the answers.
   Conventions are compared by what they mean: scales as exact rational squares with a sign, alignments as offsets.
   Tensors are compared in blocks that are contiguous in both runs. */
#include "same/question.h"
#include "case/shape.h"
#include "exact/scale.h"
#include "schema/rules.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- conventions ---- */

/* Of the engine, not of the question; the alignment is compared as the offset that it means. */
static bool is_asked(plumb_member member) {
    switch (member) {
    case PLUMB_MEMBER_VERSION:
    case PLUMB_MEMBER_CAUSAL_ALIGNMENT:
    case PLUMB_MEMBER_SCALE_SITE:
    case PLUMB_MEMBER_ENGINE:
    case PLUMB_MEMBER_ENGINE_NAME:
    case PLUMB_MEMBER_ENGINE_VERSION:
    case PLUMB_MEMBER_PRECISION:
    case PLUMB_MEMBER_NOTE:
        return false;
    default:
        return !plumb_is_tensor(member);
    }
}

static bool same_scale(const plumb_problem *a, const plumb_problem *b) {
    fmpq_t one, two;
    fmpq_init(one);
    fmpq_init(two);
    bool negative_one, negative_two;
    bool same = plumb_exact_scale_square(one, &negative_one, a) && plumb_exact_scale_square(two, &negative_two, b) &&
                fmpq_equal(one, two) && negative_one == negative_two;
    fmpq_clear(one);
    fmpq_clear(two);
    return same;
}

static bool same_member(const plumb_same_run *first, const plumb_same_run *other, plumb_member member) {
    return member == PLUMB_MEMBER_SCALE ? same_scale(&first->problem, &other->problem)
                                        : plumb_description_same(&first->description, &other->description, member);
}

enum { VALUE_TEXT = 128 };

static void write_member(const plumb_description *d, plumb_member member, char text[VALUE_TEXT]) {
    if (plumb_member_at(member)->kind == PLUMB_KIND_SCALE)
        snprintf(text, VALUE_TEXT, "%s", d->scale != NULL ? d->scale : plumb_member_at(member)->standard);
    else
        snprintf(text, VALUE_TEXT, "%s", plumb_description_text(d, member, (char[PLUMB_DESCRIPTION_TEXT]){0}));
}

static int refuse_member(const plumb_same_run *first, const plumb_same_run *other, plumb_member member,
                         plumb_error *error) {
    char one[VALUE_TEXT], two[VALUE_TEXT];
    write_member(&first->description, member, one);
    write_member(&other->description, member, two);
    return plumb_fail(error,
                      "%s: plumbline.%s: %s is not %s, that of '%s'", other->source, plumb_member_name(member), two,
                      one, first->source);
}

static bool counts_positions(const plumb_same_run *run) {
    plumb_member_set given = {{0}};
    for (int i = 0; i < PLUMB_MEMBERS; i++)
        if (run->tensor[i] != NULL)
            plumb_set_add(&given, (plumb_member)i);
    return plumb_company_counts(&run->description, given);
}

/* Where the first query of the first run stands among the keys, in both runs. */
static int compare_offsets(const plumb_same_run *first, const plumb_same_run *other, const plumb_same_part *part,
                           plumb_error *error) {
    int64_t one = first->problem.causal.offset;
    int64_t two = other->problem.causal.offset + (int64_t)part->query;
    if (one == two || !counts_positions(first))
        return 0;
    return plumb_fail(error,
                      "%s: plumbline.causal_alignment: query %zu stands at %" PRId64 ", and not at %" PRId64
                      " as query 0 of '%s'",
                      other->source, part->query, two, one, first->source);
}

static int compare_conventions(const plumb_same_run *first, const plumb_same_run *other, const plumb_same_part *part,
                               plumb_error *error) {
    for (int i = 0; i < PLUMB_MEMBERS; i++)
        if (is_asked((plumb_member)i) && !same_member(first, other, (plumb_member)i))
            return refuse_member(first, other, (plumb_member)i, error);
    return compare_offsets(first, other, part, error);
}

/* ---- tensors ---- */

static void write_element(const plumb_tensor *tensor, size_t element, char text[VALUE_TEXT]) {
    plumb_tensor one = *tensor;
    plumb_format format;
    double number;
    int64_t integer;
    one.count = 1;
    one.bytes += element * plumb_dtype_size(tensor->dtype);
    if (plumb_tensor_format(tensor, &format)) {
        plumb_tensor_decode(&one, format, &number);
        snprintf(text, VALUE_TEXT, "%.17g", number);
    } else if (tensor->dtype == PLUMB_DTYPE_BOOL) {
        snprintf(text, VALUE_TEXT, "%d", one.bytes[0]);
    } else {
        plumb_tensor_decode_integers(&one, &integer);
        snprintf(text, VALUE_TEXT, "%" PRId64, integer);
    }
}

static int refuse_element(const plumb_same_slice *slice, size_t element, plumb_error *error) {
    const plumb_tensor *first = slice->first, *other = slice->other;
    char place[2][PLUMB_SHAPE_TEXT], value[2][VALUE_TEXT];
    size_t at = plumb_same_slice_place(slice, element);
    write_element(first, element, value[0]);
    write_element(other, at, value[1]);
    return plumb_fail(error, "%s: %s%s is %s, and %s%s of '%s' is %s; both runs need the same inputs", other->source,
                      other->name, plumb_shape_index(other, at, place[1]), value[1], first->name,
                      plumb_shape_index(first, element, place[0]), first->source, value[0]);
}

static int compare_bits(const plumb_same_slice *slice, plumb_error *error) {
    size_t size = plumb_dtype_size(slice->first->dtype);
    for (size_t block = 0; block < slice->blocks && slice->width > 0; block++) {
        size_t element = block * slice->width;
        const unsigned char *one = slice->first->bytes + element * size;
        const unsigned char *two = slice->other->bytes + plumb_same_slice_place(slice, element) * size;
        if (memcmp(one, two, slice->width * size) == 0)
            continue;
        size_t same = 0;
        while (memcmp(one + same * size, two + same * size, size) == 0)
            same++;
        return refuse_element(slice, element + same, error);
    }
    return 0;
}

plumb_member plumb_same_answer(plumb_quantity quantity) {
    static const plumb_member of_rows[PLUMB_QUANTITIES] = {[PLUMB_OUTPUT] = PLUMB_MEMBER_OUT,
                                                           [PLUMB_WEIGHTS] = PLUMB_MEMBER_WEIGHTS,
                                                           [PLUMB_SCORES] = PLUMB_MEMBER_SCORES,
                                                           [PLUMB_LSE] = PLUMB_MEMBER_LSE};
    return plumb_is_gradient(quantity) ? (plumb_member)(PLUMB_MEMBER_DQ + (int)plumb_gradient_of_quantity(quantity))
                                       : of_rows[quantity];
}

static bool is_answer(plumb_member member) {
    for (int q = 0; q < PLUMB_ANSWERS; q++)
        if (member == plumb_same_answer((plumb_quantity)q))
            return true;
    return false;
}

/* Whether the gradient is a sum over the batch, or over queries; a bias that has them has their own. */
static bool sums_batch(plumb_gradient gradient, const plumb_tensor *tensor) {
    return gradient >= PLUMB_GRADIENT_OF_SINK && !(gradient == PLUMB_GRADIENT_OF_BIAS && tensor->shape[0] > 1);
}

static bool sums_queries(plumb_gradient gradient, const plumb_tensor *tensor) {
    return gradient != PLUMB_GRADIENT_OF_QUERY && !(gradient == PLUMB_GRADIENT_OF_BIAS && tensor->shape[2] > 1);
}

/* Sums are not those of a part. */
static int check_sums(const plumb_same_run *first, const plumb_same_part *part, plumb_error *error) {
    for (int g = 0; g < PLUMB_GRADIENT_COUNT; g++) {
        const plumb_tensor *tensor = first->tensor[plumb_same_answer(plumb_quantity_of_gradient((plumb_gradient)g))];
        bool of_batch = tensor != NULL && part->of_batch && sums_batch((plumb_gradient)g, tensor);
        bool of_queries = tensor != NULL && part->of_queries && sums_queries((plumb_gradient)g, tensor);
        if (of_batch || of_queries)
            return plumb_tensor_fail(tensor, error,
                                     "cannot be combined with %s: it is a sum over all of them; leave it out of the "
                                     "runs",
                                     of_batch ? "--batch" : "--query");
    }
    return 0;
}

/* Hidden states are neither asked nor answered. */
static bool is_compared(plumb_member member) {
    return plumb_is_tensor(member) && member != PLUMB_MEMBER_HIDDEN;
}

static int compare_tensors(const plumb_same_run *first, const plumb_same_run *other, const plumb_same_part *part,
                           bool with_bits, plumb_error *error) {
    plumb_same_slice slice;
    bool held;
    for (int i = 0; i < PLUMB_MEMBERS; i++)
        if (is_compared((plumb_member)i) &&
            (plumb_same_slice_find(first, other, part, (plumb_member)i, &held, &slice, error) != 0 ||
             (with_bits && held && !is_answer((plumb_member)i) && compare_bits(&slice, error) != 0)))
            return -1;
    return 0;
}

int plumb_same_question(const plumb_same_run *first, const plumb_same_run *other, const plumb_same_part *part,
                        plumb_error *error) {
    if (check_sums(first, part, error) != 0 || plumb_same_part_check(first, other, part, error) != 0 ||
        compare_tensors(first, other, part, false, error) != 0 || compare_conventions(first, other, part, error) != 0)
        return -1;
    return compare_tensors(first, other, part, true, error);
}
