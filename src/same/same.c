/* The first run stays in memory, and the others are read one after another, each compared and released before the next.
   Bits are compared first, which costs only the reading.  If they differ, numbers are decoded and judged: the first run
   once, then each differing run, as results of the first run's question, since all inputs are equal bit by bit.  The
   intersection of the intervals from all judgements shows which run is nearer. */
#include "same/same.h"
#include "case/read.h"
#include "same/question.h"
#include "same/ragged.h"
#include <string.h>

/* What is held against every other run. */
typedef struct {
    plumb_same_run first;
    plumb_case asked;       /* the first run's, from the first judgement on */
    plumb_same_known known; /* the same */
    plumb_storage storage;  /* of what is known */
    plumb_same_result *result;
    plumb_error *error;
} comparison;

static int memory_is_short(const char *source, plumb_error *error) {
    return plumb_fail(error, "%s: not enough memory", source);
}

/* NULL stays NULL; *failed if there is no room. */
static const char *keep(plumb_storage *storage, const char *text, bool *failed) {
    const char *copy = text != NULL ? plumb_storage_text(storage, text) : NULL;
    *failed = *failed || (text != NULL && copy == NULL);
    return copy;
}

static int note_run(comparison *all, const plumb_same_run *run, plumb_same_outcome *outcome) {
    plumb_storage *storage = &all->result->storage;
    bool failed = false;
    outcome->source = run->source;
    outcome->engine_name = keep(storage, run->description.engine_name, &failed);
    outcome->engine_version = keep(storage, run->description.engine_version, &failed);
    return failed ? memory_is_short(run->source, all->error) : 0;
}

/* ---- judgements ---- */

static int judge(comparison *all, const plumb_case *asked, plumb_same_outcome *outcome) {
    plumb_report report;
    const plumb_same_request *request = all->result->request;
    const plumb_compare_options how = {.progress = request->progress,
                                       .progress_context = request->progress_context,
                                       .element = plumb_same_known_element,
                                       .element_context = &all->known};
    bool failed = false;
    if (plumb_compare(asked, &how, &report, all->error) != 0)
        return -1;
    outcome->judged = true;
    outcome->verdict = report.verdict;
    outcome->precision = keep(&all->result->storage, report.precision.name, &failed);
    outcome->precision_stated = report.precision_stated;
    memcpy(outcome->tensor, report.tensor, sizeof outcome->tensor);
    return failed ? memory_is_short(asked->source, all->error) : 0;
}

static int judge_first(comparison *all) {
    if (plumb_same_run_decode(&all->first, &all->asked, all->error) != 0)
        return -1;
    if (plumb_same_known_init(&all->known, &all->asked, &all->storage) != 0)
        return memory_is_short(all->first.source, all->error);
    return judge(all, &all->asked, &all->result->outcome[0]);
}

/* The part's numbers, which are as many as the first run's. */
static double *decode_part(const plumb_same_slice *slice, plumb_format format, plumb_storage *storage) {
    double *value = plumb_storage_take(storage, slice->first->count, sizeof *value);
    plumb_tensor block = *slice->other;
    size_t size = plumb_dtype_size(block.dtype);
    block.count = slice->width;
    for (size_t i = 0; value != NULL && i < slice->blocks && slice->width > 0; i++) {
        block.bytes = slice->other->bytes + plumb_same_slice_place(slice, i * slice->width) * size;
        plumb_tensor_decode(&block, format, value + i * slice->width);
    }
    return value;
}

/* The other's answers to the first's question: what was asked is the same, bit for bit. */
static int ask_first(const comparison *all, const plumb_same_run *other, const plumb_same_slice slices[],
                     plumb_storage *storage, plumb_case *asked) {
    *asked = all->asked;
    asked->source = other->source;
    asked->precision = other->description.precision;
    plumb_claim *claims[PLUMB_ANSWERS] = {[PLUMB_OUTPUT] = &asked->output,
                                          [PLUMB_WEIGHTS] = &asked->weights,
                                          [PLUMB_SCORES] = &asked->scores,
                                          [PLUMB_LSE] = &asked->lse};
    for (int g = 0; g < PLUMB_GRADIENT_COUNT; g++)
        claims[plumb_quantity_of_gradient((plumb_gradient)g)] = &asked->gradient[g];
    for (int q = 0; q < PLUMB_ANSWERS; q++) {
        if (!claims[q]->present)
            continue;
        claims[q]->value = decode_part(&slices[q], claims[q]->format, storage);
        if (claims[q]->value == NULL)
            return -1;
    }
    return 0;
}

static int judge_other(comparison *all, const plumb_same_run *other, const plumb_same_slice slices[],
                       plumb_storage *storage, plumb_same_outcome *outcome) {
    plumb_case asked;
    if (ask_first(all, other, slices, storage, &asked) != 0)
        return memory_is_short(other->source, all->error);
    if (judge(all, &asked, outcome) != 0)
        return -1;
    for (int q = 0; q < PLUMB_ANSWERS; q++)
        if (all->result->present[q])
            outcome->nearness[q] = plumb_same_nearness_of(plumb_claim_of(&all->asked, (plumb_quantity)q),
                                                          plumb_claim_of(&asked, (plumb_quantity)q), all->known.low[q],
                                                          all->known.high[q]);
    return 0;
}

/* ---- runs ---- */

static int find_answers(const comparison *all, const plumb_same_run *other, plumb_same_slice slices[],
                        plumb_same_outcome *outcome) {
    outcome->agrees = true;
    for (int q = 0; q < PLUMB_ANSWERS; q++) {
        bool held;
        if (plumb_same_slice_find(&all->first, other, &all->result->request->part, plumb_same_answer((plumb_quantity)q),
                                  &held, &slices[q], all->error) != 0)
            return -1;
        if (held)
            outcome->bits[q] = plumb_same_bits_of(&slices[q]);
        outcome->agrees = outcome->agrees && outcome->bits[q].differ == 0;
    }
    return 0;
}

static int compare_run(comparison *all, const plumb_same_run *other, plumb_same_outcome *outcome) {
    plumb_same_slice slices[PLUMB_ANSWERS];
    if (plumb_same_question(&all->first, other, &all->result->request->part, all->error) != 0 ||
        note_run(all, other, outcome) != 0 || find_answers(all, other, slices, outcome) != 0)
        return -1;
    if (outcome->agrees)
        return 0;
    if (all->result->differing++ == 0 && judge_first(all) != 0)
        return -1;
    plumb_storage storage = {0};
    int result = judge_other(all, other, slices, &storage, outcome);
    plumb_storage_free(&storage);
    return result;
}

static int compare_others(comparison *all) {
    plumb_same_result *result = all->result;
    for (size_t i = 1; i < result->request->runs; i++) {
        plumb_same_run other;
        if (plumb_same_run_read(result->request->path[i], &other, all->error) != 0)
            return -1;
        int status = compare_run(all, &other, &result->outcome[i]);
        plumb_same_run_free(&other);
        if (status != 0)
            return -1;
    }
    return 0;
}

static plumb_tensor shape_of(const plumb_same_run *run, plumb_member member) {
    const plumb_tensor *tensor = run->tensor[member];
    plumb_tensor shape = plumb_tensor_of(NULL, tensor->dtype, tensor->rank, tensor->shape);
    shape.count = plumb_same_counted(run, member);
    return shape;
}

static int begin(comparison *all) {
    plumb_same_result *result = all->result;
    bool any = false;
    result->problem = all->first.problem;
    result->outcome[0].agrees = true;
    for (int q = 0; q < PLUMB_ANSWERS; q++) {
        const plumb_tensor *tensor = all->first.tensor[plumb_same_answer((plumb_quantity)q)];
        result->present[q] = tensor != NULL && plumb_tensor_format(tensor, &result->format[q]);
        if (tensor != NULL)
            result->shape[q] = shape_of(&all->first, plumb_same_answer((plumb_quantity)q));
        any = any || result->present[q];
    }
    return any ? note_run(all, &all->first, &result->outcome[0])
               : plumb_fail(all->error, "%s: " PLUMB_NO_ANSWER, all->first.source);
}

int plumb_same(const plumb_same_request *request, plumb_same_result *result, plumb_error *error) {
    comparison all = {.result = result, .error = error};
    *result = (plumb_same_result){.request = request};
    result->outcome = plumb_storage_take(&result->storage, request->runs, sizeof *result->outcome);
    if (result->outcome == NULL)
        return plumb_fail(error, "not enough memory for %zu runs", request->runs);
    memset(result->outcome, 0, request->runs * sizeof *result->outcome);
    int status = plumb_same_run_read(request->path[0], &all.first, error);
    if (status == 0)
        status = begin(&all);
    if (status == 0)
        status = compare_others(&all);
    plumb_case_free(&all.asked);
    plumb_same_run_free(&all.first);
    plumb_storage_free(&all.storage);
    if (status != 0)
        plumb_same_free(result);
    return status;
}

void plumb_same_free(plumb_same_result *result) {
    plumb_storage_free(&result->storage);
    memset(result, 0, sizeof *result);
}

size_t plumb_same_index(const plumb_same_result *result, plumb_quantity quantity, size_t element,
                        size_t index[PLUMB_RANK_MAX]) {
    const plumb_tensor *shape = &result->shape[quantity];
    for (size_t axis = shape->rank; axis-- > 0; element /= shape->shape[axis])
        index[axis] = element % shape->shape[axis];
    return shape->rank;
}

plumb_verdict plumb_same_verdict(const plumb_same_result *result) {
    for (size_t i = 0; i < result->request->runs; i++)
        if (result->outcome[i].judged && result->outcome[i].verdict == PLUMB_FAIL)
            return PLUMB_FAIL;
    return result->differing > 0 ? PLUMB_SUSPECT : PLUMB_PASS;
}
