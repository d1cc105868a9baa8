/* diagnosed.h - every fault, on the configuration in which engines had it, and what `plumb diagnose` must
   say of it. */
#ifndef PLUMB_TESTS_FAULTS_DIAGNOSED_H
#define PLUMB_TESTS_FAULTS_DIAGNOSED_H
#include "diagnose/diagnose.h"
#include "tests/faults/faults.h"

typedef struct {
    const char *family; /* as in docs/faults.md */
    const char *fault;  /* what the engine does */
    const char *does;   /* how the explanation begins */
    void (*state)(scenario *s, const scenario_size *size);
    void (*make)(engine *e);
} faulty;

static const faulty all_faults[] = {
    {"scale", "no scale", "leaves out the scale", causal, unscaled},
    {"scale", "scale applied twice: 1/d", "multiplies by the scale twice", causal, scaled_twice},
    {"scale", "exp2 without log2 e", "takes powers of 2 instead of e", causal, power_of_two},
    {"scale", "scale of the padded head", "scales by 1/sqrt(", causal, padded_head},
    {"bias", "bias left out", "leaves out the bias", biased, without_bias},
    {"bias", "bias added twice", "adds the bias twice", biased, bias_twice},
    {"bias", "bias multiplied by the scale", "adds the bias before it multiplies by the scale", biased, bias_scaled},
    {"bias", "bias transposed", "reads the bias as [keys, queries]", biased, bias_transposed},
    {"softcap", "softcap left out", "leaves out the softcap", softcapped, without_cap},
    {"softcap", "softcap after the bias", "caps scores after the bias is added and before keys are hidden", softcapped,
     cap_late},
    {"softcap", "softcap after bias and mask", "caps scores after keys are hidden", softcapped, cap_after_mask},
    {"softcap", "softcap twice", "caps scores twice", softcapped, cap_twice},
    {"softcap", "softcap before the scale", "caps q.k before it multiplies by the scale", softcapped, cap_before_scale},
    {"causal", "no causal mask", "leaves out the causal mask", causal, see_all},
    {"causal", "one key of the future seen", "lets masks show one key more", causal, see_future},
    {"causal", "own key hidden", "lets masks hide the newest key", causal, see_strictly_before},
    {"causal", "aligned at the top left in decoding", "aligns masks at the top left", decoding, top_left},
    {"causal", "no causal mask in decoding", "leaves out the causal mask", decoding, see_all},
    {"window", "one key too many", "has the window left", window, window_one_longer},
    {"window", "one key too few", "has the window left", window, window_one_shorter},
    {"window", "window left out", "leaves out the window", window, causal_alone},
    {"window", "chunks for a window", "has chunks of", window, window_is_chunk},
    {"window", "window for chunks", "has a window of", chunks, chunk_is_window},
    {"window", "chunks left out", "leaves out the chunks", chunks, causal_alone},
    {"prefix", "prefix one key longer", "has a prefix of", prefix, prefix_one_longer},
    {"prefix", "causal instead of the prefix", "hides the keys after the query's position", prefix, causal_alone},
    {"documents", "documents leak", "lets queries see other documents", documents, causal_alone},
    {"documents", "documents begin one key late", "begins every document of keys one key late", documents,
     documents_late},
    {"boolean mask", "other polarity", "reads allowed with the other mask_polarity", boolean, other_polarity},
    {"boolean mask", "mask of head 0 for all", "has the boolean mask of head 0", boolean, mask_of_head_0},
    {"boolean mask", "mask added as 0 and 1", "adds the boolean mask to the scores", boolean, mask_added},
    {"boolean mask", "mask left out", "leaves out the boolean mask", boolean, see_all},
    {"empty rows", "finite fill: the mean of all values", "gives the mean of all values", boolean, finite_fill},
    {"empty rows", "NaN", "gives NaN for a row", boolean, empty_is_nan},
    {"heads", "key heads tiled", "gives query head h the key head h mod key_heads", causal, heads_tiled},
    {"heads", "all queries on key head 0", "gives every query head the key head 0", causal, all_on_head_0},
    {"batches", "keys of the first entry for all", "lets all batch entries read the keys of the first", two_entries,
     keys_of_first_entry},
    {"keys", "last key lost", "leaves out the last key", not_causal, last_key_lost},
    {"keys", "first key lost", "leaves out key 0", causal, first_key_lost},
    {"keys", "new keys not yet in the cache", "leaves out the last query_length keys", decoding, new_keys_lost},
    {"keys", "values shifted by one key", "weighs the value of the key before", causal, values_shifted},
    {"keys", "zero padding takes part", "lets queries see 13 keys of zeros after the last", not_causal, padding_leaks},
    {"sinks", "sink left out", "leaves out the sink", sink_logits, without_sink},
    {"sinks", "sink multiplied by the scale", "multiplies the sink's logit by the scale", sink_logits, sink_scaled},
    {"sinks", "sink of head 0 for all", "gives every head the sink of head 0", sink_logits, sink_of_head_0},
    {"sinks", "sink of 0 for the logits", "has a sink of logit 0", sink_logits, zero_sink},
    {"output", "not divided by the sum", "does not divide the output by the sum of weights", causal, undivided},
    {"operator", "sigmoids divided by their sum", "normalises by sum", sigmoid, divided_by_sum},
    {"operator", "softmax for sigmoid", "computes the plain softmax", sigmoid, weigh_by_softmax},
    {"gate", "gate without its sigmoid", "multiplies by the gate without a sigmoid", gated, gate_as_given},
    {"gate", "gate left out", "leaves out the gate", gated, without_gate},
    {"gate", "value bias left out", "leaves out the value bias", gated, without_value_bias},
    {"precision", "weights in bfloat16", "rounds as", causal, weights_in_bf16},
    {"RoPE", "neighbours for halves", "rotates pairs (2m, 2m + 1)", rope, other_pairs},
    {"RoPE", "base 10000 for 500000", "uses rope base 10000", rope, base_10000},
    {"RoPE", "not rotated", "leaves the positional encoding out", rope, unrotated},
    {"RoPE", "rotated twice", "rotates twice", rope, rotated_twice},
    {"RoPE", "keys not rotated", "rotates queries, but not keys", rope, keys_unrotated},
    {"RoPE", "rotated the other way", "rotates the other way", rope, rotated_back},
    {"RoPE", "queries one position later", "adds 1 to the positions of queries", rope, queries_one_later},
    {"RoPE", "position ids in bfloat16", "rounds positions to bf", far_rope, positions_in_bf16},
    {"RoPE", "position ids of keys ignored", "ignores position ids of keys", far_rope, ids_of_keys_ignored},
    {"RoPE", "frequencies in bfloat16", "rounds RoPE's frequencies to bf", rope, frequencies_in_bf16},
    {"RoPE", "whole head rotated", "rotates the first", partial_rope, whole_head_rotated},
    {"RoPE", "partial factor applied twice", "rotates the first", partial_rope, half_as_much_rotated},
    {"RoPE", "frequencies of the whole head", "turns by powers -2m/", partial_rope, frequencies_of_whole_head},
    {"RoPE scaling", "linear left out", "leaves the scaling linear of RoPE out", linear_rope, unscaled_rope},
    {"RoPE scaling", "positions multiplied", "multiplies positions by rope_factor", linear_rope, positions_multiplied},
    {"RoPE scaling", "llama3 left out", "leaves the scaling llama3 of RoPE out", llama3_rope, unscaled_rope},
    {"RoPE scaling", "linear for llama3", "scales RoPE by rule linear", llama3_rope, scaled_linearly},
    {"RoPE scaling", "YaRN left out", "leaves the scaling yarn of RoPE out", yarn_rope, unscaled_rope},
    {"RoPE scaling", "YaRN's ramp truncated", "rounds the ends of YaRN's ramp to whole pairs", yarn_rope,
     ramp_truncated},
    {"RoPE scaling", "YaRN's multiplier left out", "leaves RoPE's attention factor out", yarn_rope, without_multiplier},
    {"RoPE scaling", "YaRN's multiplier squared", "multiplies the scale by the square of YaRN's", yarn_rope,
     multiplier_squared},
    {"RoPE scaling", "dynamic left out", "leaves the scaling dynamic of RoPE out", dynamic_rope, unscaled_rope},
    {"RoPE scaling", "dynamic for the longest text", "scales RoPE for the longest text", dynamic_rope,
     scaled_for_the_longest},
    {"ALiBi", "one geometric sequence for 6 heads", "uses the slopes 2^(-8 (h + 1)/H)", alibi, slopes_uniform},
    {"ALiBi", "other sign", "adds ALiBi with the other sign", alibi, alibi_uphill},
    {"ALiBi", "slopes of head 0 for all", "uses the slope of head 0 for all heads", alibi, slopes_of_head_0},
    {"ALiBi", "slopes of the next head", "uses the slope of the next head", alibi, slopes_of_next_head},
    {"ALiBi", "multiplied by the scale", "adds scale slope p_j", alibi, alibi_scaled},
    {"ALiBi", "left out", "leaves the positional encoding out", alibi, without_bias},
    {"T5", "one way for both", "has no buckets for keys after the query", t5, buckets_one_way},
    {"T5", "distances reversed", "takes the bucket of p_t - p_j", t5, buckets_reversed},
    {"T5", "max_distance 64 for 128", "has max_distance 64", t5, furthest_halved},
    {"T5", "table read as [heads, buckets]", "reads position_table transposed in memory", t5, table_transposed},
    {"T5", "left out", "leaves the positional encoding out", t5, without_bias},
    {"absolute", "sines and cosines alternate", "interleaves sines and cosines", sinusoidal, sinusoids_alternate},
    {"absolute", "denominator d/2 - 1", "uses sinusoidal frequencies base^(-m/", sinusoidal, denominator_one_less},
    {"absolute", "sinusoids left out", "leaves the positional encoding out", sinusoidal, unmoved},
    {"absolute", "offset 2 ignored", "adds 0 to positions", learned, offset_ignored},
    {"absolute", "offset one more", "adds 3 to positions", learned, offset_one_more},
};

enum { FAULTS = sizeof all_faults / sizeof *all_faults };

/* Faults that are not named, and why. */
typedef enum {
    NAMED,
    WITHIN_BFLOAT16,   /* in bfloat16 within the expected error, so that no verdict can tell */
    UNNAMED_IN_BFLOAT16 /* told in bfloat16, but another change explains as much */
} naming;

static inline naming naming_of(const faulty *f) {
    if (f->make == weights_in_bf16 || f->make == frequencies_in_bf16)
        return WITHIN_BFLOAT16;
    /* Rounded frequencies are within the expected error as well. */
    if (f->make == positions_in_bf16)
        return UNNAMED_IN_BFLOAT16;
    return NAMED;
}

/* What came of one fault in one precision. */
typedef struct {
    bool right_passes; /* the engine before the fault is put in */
    plumb_verdict verdict;
    double ratio;        /* the largest error over what is expected */
    size_t explanations;
    char first[2 * PLUMB_NEIGHBOUR_TEXT + 8]; /* what the first explanation says; empty: none */
    bool named;          /* that, or one that the case cannot tell from it, is the fault */
    double seconds;
} outcome_of_fault;

/* Also outside of tests: table.c. */
static inline void must(int result, const plumb_error *error) {
    if (result == 0)
        return;
    fprintf(stderr, "%s\n", error->text);
    abort();
}

static inline plumb_case case_of(const plumb_problem *p, plumb_format format,
                                 const narrow_answers *a) {
    return (plumb_case){
        .problem = *p,
        .input_format = format,
        .output = {true, format, a->rows * p->value_dim, a->output},
        .precision = format == PLUMB_F32 ? "f32" : "bf16-flash",
        .source = "fault",
    };
}

static inline bool begins_with(const plumb_explanation *e, const char *does) {
    return e->changes == 1 && strncmp(e->change[0]->does, does, strlen(does)) == 0;
}

/* The first explanation, and those alike: the case asks the same under each. */
static inline void read_explanations(const plumb_explanations *found, const char *does,
                                     outcome_of_fault *out) {
    out->explanations = found->count;
    for (size_t i = 0; i < found->count && (i == 0 || found->list[i].alike); i++)
        out->named = out->named || begins_with(&found->list[i], does);
    if (found->count == 0)
        return;
    const plumb_explanation *first = &found->list[0];
    bool pair = first->changes > 1;
    snprintf(out->first, sizeof out->first, "%s%s%s", first->change[0]->does, pair ? ", and " : "",
             pair ? first->change[1]->does : "");
}

static inline plumb_verdict judge_answers(const scenario *s, plumb_format format) {
    narrow_answers right = answer(&s->engine);
    plumb_case stated = case_of(&s->drawn.problem, format, &right);
    plumb_report report;
    plumb_error error;
    must(plumb_compare(&stated, NULL, &report, &error), &error);
    free_answers(&right);
    return report.verdict;
}

static inline outcome_of_fault diagnose_fault(const faulty *f, const scenario_size *size) {
    scenario s;
    outcome_of_fault out = {.ratio = 0};
    plumb_diagnosis diagnosis;
    plumb_error error;
    f->state(&s, size);
    out.right_passes = judge_answers(&s, size->format) == PLUMB_PASS;
    f->make(&s.engine);
    narrow_answers wrong = answer(&s.engine);
    plumb_case stated = case_of(&s.drawn.problem, size->format, &wrong);
    /* One fault, one change. */
    plumb_diagnose_options singles = {.without_pairs = true, .seconds = 600};
    must(plumb_diagnose(&stated, &singles, &diagnosis, &error), &error);
    out.verdict = diagnosis.stated.verdict;
    out.ratio = diagnosis.stated.tensor[PLUMB_OUTPUT].worst_probable_ratio;
    out.seconds = diagnosis.seconds;
    read_explanations(&diagnosis.explanations, f->does, &out);
    plumb_diagnosis_free(&diagnosis);
    free_answers(&wrong);
    free_problem(&s.drawn);
    return out;
}
#endif
