/* test_neighbours_scores.c - engines with other scales, softcaps and biases than the stated ones: their neighbours
   explain them. */
#include "exact/round.h"
#include "tests/diagnose/naive_engine.h"

#define OF_EIGHT 0.35355339059327376220042218105242451964 /* 1/sqrt(8) */

/* ---- scales ---- */

static void scale_by_1(naive *e) {
    e->scale = 1;
}

static void scale_twice(naive *e) {
    e->scale = 0.125;
}

static void scale_by_root(naive *e) {
    e->scale = sqrt(OF_EIGHT);
}

static void divide_by_scale(naive *e) {
    e->scale = sqrt(8);
}

static void scale_by_value_dim(naive *e) {
    e->scale = 1 / sqrt(6);
}

static void scale_by_all_heads(naive *e) {
    e->scale = 1 / sqrt(48);
}

static void take_powers_of_2(naive *e) {
    e->scale = OF_EIGHT * 0.69314718055994530941723212145817656808;
}

static void take_log2_twice(naive *e) {
    e->scale = OF_EIGHT * 1.44269504088896340735992468100189213743;
}

static void scale_in_bf16(naive *e) {
    e->scale = 0.353515625;
}

static void scale_in_f32(naive *e) {
    e->scale = (float)OF_EIGHT;
}

static void negate_scale(naive *e) {
    e->scale = -OF_EIGHT;
}

static void scale_by_0(naive *e) {
    e->scale = 0;
}

/* No list of engines has these. */
static void scale_by_root_of_10(naive *e) {
    e->scale = 1 / sqrt(10);
}

static void scale_by_0_3(naive *e) {
    e->scale = 0.3;
}

static void state_scale(random_cases *cases, drawn_problem *drawn) {
    (void)cases;
    drawn->problem.scale.text = "0.3";
}

/* The right engine multiplies by the stated scale; the wrong one by what it always multiplies
   by. */
static void scale_by_default(naive *e) {
    e->scale = OF_EIGHT;
}

static void state_twelve(random_cases *cases, drawn_problem *drawn) {
    free_problem(drawn);
    plumb_problem shape = usual_shape();
    shape.head_dim = 12;
    *drawn = draw_problem(cases, shape, ORDINARY);
}

static void scale_by_sixteen(naive *e) {
    e->scale = 0.25;
}

/* ---- softcaps ---- */

static void state_softcap(random_cases *cases, drawn_problem *drawn) {
    (void)cases;
    drawn->problem.op.softcap = 1.5;
}

static void state_softcap_and_bias(random_cases *cases, drawn_problem *drawn) {
    state_softcap(cases, drawn);
    give_bias(cases, drawn);
}

static void state_softcap_and_mask(random_cases *cases, drawn_problem *drawn) {
    state_softcap(cases, drawn);
    state_causal(cases, drawn);
}

static double uncapped(const naive *e, size_t b, size_t h, size_t t, size_t j, double product) {
    return e->scale * product + naive_bias(e, b, h, t, j);
}

static void leave_out_softcap(naive *e) {
    e->score = uncapped;
}

static double capped_after_bias(const naive *e, size_t b, size_t h, size_t t, size_t j,
                                double product) {
    return 1.5 * tanh((e->scale * product + naive_bias(e, b, h, t, j)) / 1.5);
}

static void cap_after_bias(naive *e) {
    e->score = capped_after_bias;
}

static bool sees_all(const naive *e, size_t b, size_t h, size_t t, size_t j) {
    (void)e, (void)b, (void)h, (void)t, (void)j;
    return true;
}

static double capped_after_mask(const naive *e, size_t b, size_t h, size_t t, size_t j,
                                double product) {
    (void)b, (void)h;
    return j > t + 4 ? -1.5 : 1.5 * tanh(e->scale * product / 1.5);
}

static void cap_after_mask(naive *e) {
    e->sees = sees_all;
    e->score = capped_after_mask;
}

static double not_divided(const naive *e, size_t b, size_t h, size_t t, size_t j, double product) {
    (void)b, (void)h, (void)t, (void)j;
    return 1.5 * tanh(e->scale * product);
}

static void cap_without_dividing(naive *e) {
    e->score = not_divided;
}

static double not_multiplied(const naive *e, size_t b, size_t h, size_t t, size_t j,
                             double product) {
    return tanh(e->scale * product / 1.5) + naive_bias(e, b, h, t, j);
}

static void cap_without_multiplying(naive *e) {
    e->score = not_multiplied;
}

static double capped_before_scale(const naive *e, size_t b, size_t h, size_t t, size_t j,
                                  double product) {
    (void)b, (void)h, (void)t, (void)j;
    return e->scale * (1.5 * tanh(product / 1.5));
}

static void cap_before_scale(naive *e) {
    e->score = capped_before_scale;
}

static double capped_at_30(const naive *e, size_t b, size_t h, size_t t, size_t j, double product) {
    (void)b, (void)h, (void)t, (void)j;
    return 30 * tanh(e->scale * product / 30);
}

static void cap_at_30(naive *e) {
    e->score = capped_at_30;
}

static double capped_at_2(const naive *e, size_t b, size_t h, size_t t, size_t j, double product) {
    return 2 * tanh(e->scale * product / 2) + naive_bias(e, b, h, t, j);
}

static void cap_at_2(naive *e) {
    e->score = capped_at_2;
}

/* ---- biases ---- */

static double bias_at(const naive *e, size_t b, size_t h, size_t t, size_t j) {
    const plumb_problem *p = e->p;
    return p->extra.bias[((b * p->query_heads + h) * p->query_length + t) * p->key_length + j];
}

#define SCORE_WITH(name, added)                                                                    \
    static double name(const naive *e, size_t b, size_t h, size_t t, size_t j, double product) {   \
        (void)b, (void)h, (void)t, (void)j;                                                        \
        return e->scale * product + (added);                                                       \
    }

SCORE_WITH(without_bias, 0)
SCORE_WITH(with_scaled_bias, e->scale *bias_at(e, b, h, t, j))
SCORE_WITH(with_bias_twice, 2 * bias_at(e, b, h, t, j))
SCORE_WITH(without_its_bias, -bias_at(e, b, h, t, j))
SCORE_WITH(with_bias_of_2, 0.69314718055994530941723212145817656808 * bias_at(e, b, h, t, j))
SCORE_WITH(with_bias_of_entry_0, bias_at(e, 0, h, t, j))
SCORE_WITH(with_bias_of_head_0, bias_at(e, b, 0, t, j))
SCORE_WITH(with_bias_of_query_0, bias_at(e, b, h, 0, j))
SCORE_WITH(with_bias_of_last_query, bias_at(e, b, h, e->p->query_length - 1, j))
SCORE_WITH(with_bias_of_query_before, bias_at(e, b, h, t == 0 ? 0 : t - 1, j))
SCORE_WITH(with_bias_of_query_after, bias_at(e, b, h, t + 1 < e->p->query_length ? t + 1 : t, j))
SCORE_WITH(with_bias_of_next_head, bias_at(e, b, (h + 1) % e->p->query_heads, t, j))
SCORE_WITH(with_bias_late, bias_at(e, b, h, t, j == 0 ? 0 : j - 1))
SCORE_WITH(with_bias_in_bf16, plumb_round_double(bias_at(e, b, h, t, j), PLUMB_BF16))
SCORE_WITH(with_bias_transposed,
           e->p->extra.bias[(b * e->p->query_heads + h) * 77 + j * e->p->query_length + t])

#define MISTAKE_OF(name, wrong)                                                                    \
    static void name(naive *e) {                                                                   \
        e->score = wrong;                                                                          \
    }

MISTAKE_OF(leave_out_bias, without_bias)
MISTAKE_OF(scale_bias, with_scaled_bias)
MISTAKE_OF(add_bias_twice, with_bias_twice)
MISTAKE_OF(subtract_bias, without_its_bias)
MISTAKE_OF(add_bias_of_2, with_bias_of_2)
MISTAKE_OF(add_bias_of_entry_0, with_bias_of_entry_0)
MISTAKE_OF(add_bias_of_head_0, with_bias_of_head_0)
MISTAKE_OF(add_bias_of_query_0, with_bias_of_query_0)
MISTAKE_OF(add_bias_of_last_query, with_bias_of_last_query)
MISTAKE_OF(add_bias_of_query_before, with_bias_of_query_before)
MISTAKE_OF(add_bias_of_query_after, with_bias_of_query_after)
MISTAKE_OF(add_bias_of_next_head, with_bias_of_next_head)
MISTAKE_OF(add_bias_late, with_bias_late)
MISTAKE_OF(hold_bias_in_bf16, with_bias_in_bf16)
MISTAKE_OF(transpose_bias, with_bias_transposed)

/* Half of the keys but the first have a bias of -infinity, half of the others one of 0. */
static void give_hiding_bias(random_cases *cases, drawn_problem *drawn) {
    give_bias(cases, drawn);
    for (size_t i = 0; i < extra_numbers(&drawn->problem, BIAS); i++) {
        if (i % drawn->problem.key_length > 0 && random_below(cases, 2) == 0)
            drawn->extra[BIAS][i] = -INFINITY;
        else if (random_below(cases, 2) == 0)
            drawn->extra[BIAS][i] = 0;
    }
}

static void hide_alone(naive *e) {
    e->score = without_bias;
}

static void give_zeros_and_ones(random_cases *cases, drawn_problem *drawn) {
    give_bias(cases, drawn);
    for (size_t i = 0; i < extra_numbers(&drawn->problem, BIAS); i++)
        drawn->extra[BIAS][i] = i % drawn->problem.key_length == 0 || random_below(cases, 2) == 0;
}

static bool sees_ones(const naive *e, size_t b, size_t h, size_t t, size_t j) {
    return bias_at(e, b, h, t, j) == 1;
}

static void see_ones(naive *e) {
    e->sees = sees_ones;
    e->score = without_bias;
}

static const mistake mistakes[] = {
    {"leaves out the scale", state_nothing, scale_by_1, 0},
    {"multiplies by the scale twice", state_nothing, scale_twice, 0},
    {"multiplies by the root of the scale", state_nothing, scale_by_root, 0},
    {"divides by the scale", state_nothing, divide_by_scale, 0},
    {"scales by 1/sqrt(6), of value_dim", state_nothing, scale_by_value_dim, 0},
    {"scales by 1/sqrt(48), of all query heads", state_nothing, scale_by_all_heads, 0},
    {"scales by 1/sqrt(16), of head_dim padded", state_twelve, scale_by_sixteen, 0},
    {"scales by 1/sqrt(head_dim)", state_scale, scale_by_default, 0},
    {"takes powers of 2 instead of e", state_nothing, take_powers_of_2, HAS_OUTPUT | HAS_WEIGHTS},
    {"multiplies scores by log2 e", state_nothing, take_log2_twice, 0},
    {"holds the scale in bfloat16", state_nothing, scale_in_bf16, 0},
    {"holds the scale in binary32: a scale of 0.3535533845 instead of 0.3535533906", state_nothing,
     scale_in_f32, 0},
    {"has a scale of the other sign", state_nothing, negate_scale, 0},
    {"weights all keys that it sees equally", state_causal, scale_by_0, 0},
    {"scales by 1/sqrt(10)", state_nothing, scale_by_root_of_10, 0},
    {"scales by 1/sqrt(10)", state_causal, scale_by_root_of_10, HAS_LSE},
    {"scales by about 0.849 times what is stated", state_nothing, scale_by_0_3, 0},
    {"has a softcap of 2", state_nothing, cap_at_2, 0},
    {"has a softcap of 2 instead of 1.5", state_softcap_and_bias, cap_at_2, 0},
    {"leaves out the softcap", state_softcap, leave_out_softcap, 0},
    {"caps scores after the bias is added and before", state_softcap_and_bias, cap_after_bias, 0},
    {"caps scores after keys are hidden", state_softcap_and_mask, cap_after_mask, 0},
    {"caps by softcap * tanh(x)", state_softcap, cap_without_dividing, 0},
    {"caps by tanh(x / softcap)", state_softcap_and_bias, cap_without_multiplying, 0},
    {"caps q.k before", state_softcap, cap_before_scale, 0},
    {"has a softcap of 30", state_nothing, cap_at_30, 0},
    {"leaves out the bias", give_bias, leave_out_bias, 0},
    {"adds the bias before it multiplies by the scale", give_bias, scale_bias, 0},
    {"adds the bias twice", give_bias, add_bias_twice, 0},
    {"subtracts the bias", give_bias, subtract_bias, 0},
    {"adds the bias of the last query to all", give_bias, add_bias_of_last_query, 0},
    {"adds the bias of the query before", give_bias, add_bias_of_query_before, 0},
    {"adds the bias of the query after", give_bias, add_bias_of_query_after, 0},
    {"adds the bias of the next head", give_bias, add_bias_of_next_head, 0},
    {"adds the bias after it multiplied scores by log2 e", give_bias, add_bias_of_2, 0},
    {"adds the bias of the first batch entry", give_bias, add_bias_of_entry_0, 0},
    {"adds the bias of head 0", give_bias, add_bias_of_head_0, 0},
    {"adds the bias of query 0", give_bias, add_bias_of_query_0, 0},
    {"adds the bias one key late", give_bias, add_bias_late, 0},
    {"reads the bias as [keys, queries]", give_bias, transpose_bias, 0},
    {"holds the bias in bfloat16", give_bias, hold_bias_in_bf16, 0},
    {"hides what the bias hides", give_hiding_bias, hide_alone, 0},
    {"reads the bias as a boolean mask", give_zeros_and_ones, see_ones, 0},
};

enum { MISTAKES = sizeof mistakes / sizeof *mistakes };

START_TEST(told_by_their_neighbours) {
    check_mistake(&mistakes[_i], plumb_neighbours_of_scores);
}
END_TEST

static bool lists_scale_in_f32(const plumb_case *stated) {
    plumb_neighbourhood list = {0};
    bool listed = false;
    plumb_neighbours_of_scores(stated, &list);
    for (size_t i = 0; i < list.count; i++)
        listed = listed || strncmp(list.list[i].does, "holds the scale in binary32", 27) == 0;
    plumb_neighbourhood_free(&list);
    return listed;
}

/* Binary32 rounds its scale, and that is no fault. */
START_TEST(binary32_holds_its_scale_in_binary32) {
    random_cases cases = random_begin("binary32 holds its scale", 1);
    ck_assert(random_next(&cases));
    drawn_problem drawn = draw_problem(&cases, usual_shape(), ORDINARY);
    naive engine = naive_engine(&drawn.problem);
    naive_answers answers = naive_run(&engine);
    plumb_case stated = naive_case(&drawn.problem, &answers, HAS_OUTPUT);
    ck_assert(lists_scale_in_f32(&stated));
    stated.precision = NULL;
    ck_assert(lists_scale_in_f32(&stated));
    stated.precision = "f32";
    ck_assert(!lists_scale_in_f32(&stated));
    stated.precision = NULL;
    stated.output.format = PLUMB_F32;
    ck_assert(!lists_scale_in_f32(&stated));
    naive_free(&answers);
    free_problem(&drawn);
}
END_TEST

START_TEST(every_neighbour_is_a_case) {
    check_family("neighbours of scores", plumb_neighbours_of_scores, 120);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("diagnose/neighbours_scores");
    TCase *cases = tcase_create("neighbours_scores");
    tcase_set_timeout(cases, random_timeout());
    tcase_add_loop_test(cases, told_by_their_neighbours, 0, MISTAKES);
    tcase_add_test(cases, binary32_holds_its_scale_in_binary32);
    tcase_add_test(cases, every_neighbour_is_a_case);
    suite_add_tcase(suite, cases);
    return run_suite(suite);
}
