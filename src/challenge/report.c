#include "challenge/challenge.h"
#include "base/json_text.h"

static void write_fault(const plumb_challenge_fault *fault, FILE *stream) {
    fprintf(stream, "  %-8s", fault->detection == PLUMB_NO_CHANGE ? "-" : plumb_verdict_name(fault->verdict));
    if (fault->detection != PLUMB_NO_CHANGE)
        fprintf(stream, "%9.3g ", fault->expected);
    fprintf(stream, " %s", fault->does);
    if (fault->detection == PLUMB_NO_CHANGE && fault->needs != NULL && fault->needs[0] != 0)
        fprintf(stream, ": needs %s", fault->needs);
    fputc('\n', stream);
}

static bool is_listed(const plumb_challenge_fault *fault, plumb_detection detection, bool backward) {
    return fault->detection == detection && (fault->kind == PLUMB_FAULT_BACKWARD) == backward;
}

/* The head goes before the first. */
static void write_faults(const plumb_challenge *c, plumb_detection detection, bool backward, const char *head,
                         FILE *stream) {
    bool any = false;
    for (size_t i = 0; i < c->count; i++)
        if (is_listed(&c->fault[i], detection, backward)) {
            if (!any)
                fputs(head, stream);
            any = true;
            write_fault(&c->fault[i], stream);
        }
}

static void write_list(const plumb_challenge *c, plumb_detection detection, const char *head, FILE *stream) {
    if (c->of[detection] == 0)
        return;
    fprintf(stream, "\n%s\n", head);
    write_faults(c, detection, false, "", stream);
    write_faults(c, detection, true, "  in whose gradients\n", stream);
}

int plumb_challenge_text(const plumb_challenge *c, FILE *stream) {
    const plumb_challenge_question *q = &c->drawn->question;
    fprintf(stream, "inputs     batch %zu, heads %zu on %zu, queries %zu, keys %zu, dims %zu, %zu; seed %llu\n",
            q->batch, q->query_heads, q->key_heads, q->query_length, q->key_length, q->head_dim, q->value_dim,
            (unsigned long long)q->seed);
    fprintf(stream, "precision  %s\n", c->precision.name);
    fprintf(stream, "faults     %zu: %zu detected, %zu within expected errors, %zu that change nothing\n", c->count,
            c->of[PLUMB_DETECTED], c->of[PLUMB_WITHIN_EXPECTED], c->of[PLUMB_NO_CHANGE]);
    write_list(c, PLUMB_DETECTED, "detected   largest error over expected error; an engine that", stream);
    write_list(
        c, PLUMB_WITHIN_EXPECTED,
        "not detected   errors no larger than those of simulated kernels, or no change at all; an engine that",
        stream);
    write_list(c, PLUMB_NO_CHANGE,
               "not detectable   no input of this shape and these conventions shows it; an engine that", stream);
    return ferror(stream) ? -1 : 0;
}

static json_t *json_of(const plumb_challenge_fault *fault) {
    static const char *const kinds[] = {"cheat", "neighbour", "backward"};
    static const char *const detections[] = {"detected", "within-expected", "no-change"};
    json_t *object = json_object();
    bool judged = fault->detection != PLUMB_NO_CHANGE;
    plumb_json_put(&object, "does", plumb_json_name(fault->does));
    plumb_json_put(&object, "kind", json_string(kinds[fault->kind]));
    plumb_json_put(&object, "detection", json_string(detections[fault->detection]));
    plumb_json_put(&object, "verdict", judged ? json_string(plumb_verdict_name(fault->verdict)) : json_null());
    plumb_json_put(&object, "expected", judged ? plumb_json_number(fault->expected) : json_null());
    plumb_json_put(&object, "needs", plumb_json_name(judged ? NULL : fault->needs));
    return object;
}

int plumb_challenge_json(const plumb_challenge *c, FILE *stream) {
    const plumb_challenge_question *q = &c->drawn->question;
    json_t *object = json_object(), *list = json_array();
    const size_t shape[] = {q->batch,      q->query_heads, q->key_heads, q->query_length,
                            q->key_length, q->head_dim,    q->value_dim};
    static const char *const names[] = {"batch",      "query_heads", "key_heads", "query_length",
                                        "key_length", "head_dim",    "value_dim"};
    json_t *sizes = json_object();
    for (size_t i = 0; i < sizeof shape / sizeof *shape; i++)
        plumb_json_put(&sizes, names[i], plumb_json_integer(shape[i]));
    for (size_t i = 0; i < c->count; i++)
        plumb_json_add(&list, json_of(&c->fault[i]));
    plumb_json_put(&object, "format", json_string("plumbline-challenge-3"));
    plumb_json_put(&object, "shape", sizes);
    plumb_json_put(&object, "seed", plumb_json_integer(q->seed));
    plumb_json_put(&object, "precision", plumb_json_name(c->precision.name));
    plumb_json_put(&object, "faults", list);
    return plumb_json_write(object, stream);
}
