/* test_parts.c - parts of the keys and their merge judged: right ones pass, a wrong part or a wrong merge is named, and
   of empty parts and rows nothing is asked but that they are. */
#include "judge/compare.h"
#include "tests/support/random.h"
#include "tests/support/suite.h"
#include <math.h>
#include <string.h>

enum { HEADS = 2, QUERIES = 12, KEYS = 12, DIM = 8, WIDTH = 4, PARTS = 4, ROWS = HEADS * QUERIES };

typedef struct {
    double query[ROWS][DIM], key[HEADS][KEYS][DIM], value[HEADS][KEYS][WIDTH];
    double output[ROWS][WIDTH], lse[ROWS], part_output[PARTS][ROWS][WIDTH], part_lse[PARTS][ROWS];
    double maximum[PARTS][ROWS];
    int64_t of_key[KEYS];
    plumb_case judged;
    plumb_report report;
} split;

static double score(const split *s, size_t row, size_t j) {
    double sum = 0;
    for (size_t c = 0; c < DIM; c++)
        sum += s->query[row][c] * s->key[row / QUERIES][j][c];
    return sum / sqrt(DIM);
}

static bool sees(const split *s, size_t row, size_t j) {
    return !s->judged.problem.causal.causal || j <= row % QUERIES;
}

static void attend(split *s, size_t part, size_t row) {
    double most = -INFINITY, sum = 0, output[WIDTH] = {0};
    for (size_t j = 0; j < KEYS; j++)
        if (s->of_key[j] == (int64_t)part && sees(s, row, j))
            most = fmax(most, score(s, row, j));
    for (size_t j = 0; j < KEYS; j++)
        if (s->of_key[j] == (int64_t)part && sees(s, row, j)) {
            double weight = exp(score(s, row, j) - most);
            sum += weight;
            for (size_t c = 0; c < WIDTH; c++)
                output[c] += weight * s->value[row / QUERIES][j][c];
        }
    s->maximum[part][row] = most;
    s->part_lse[part][row] = sum > 0 ? (float)(most + log(sum)) : -INFINITY;
    for (size_t c = 0; c < WIDTH; c++)
        s->part_output[part][row][c] = sum > 0 ? (float)(output[c] / sum) : 0;
}

static void merge(split *s, size_t row) {
    double most = -INFINITY, sum = 0, output[WIDTH] = {0};
    for (size_t i = 0; i < PARTS; i++)
        most = fmax(most, s->part_lse[i][row]);
    for (size_t i = 0; i < PARTS && most != -INFINITY; i++) {
        double weight = exp(s->part_lse[i][row] - most);
        sum += weight;
        for (size_t c = 0; c < WIDTH; c++)
            output[c] += weight * s->part_output[i][row][c];
    }
    s->lse[row] = sum > 0 ? (float)(most + log(sum)) : -INFINITY;
    for (size_t c = 0; c < WIDTH; c++)
        s->output[row][c] = sum > 0 ? (float)(output[c] / sum) : 0;
}

static void fill(random_cases *cases, double *numbers, size_t count, double size) {
    for (size_t i = 0; i < count; i++)
        numbers[i] = (float)(size * random_normal(cases));
}

/* The parts, and what they are merged into. */
static void answer(split *s) {
    for (size_t row = 0; row < ROWS; row++) {
        for (size_t i = 0; i < PARTS; i++)
            attend(s, i, row);
        merge(s, row);
    }
}

/* Right, in binary32: part 1 has no key. */
static split *draw(bool causal) {
    static split s;
    random_cases cases = random_begin("parts", 1);
    random_next(&cases);
    memset(&s, 0, sizeof s);
    fill(&cases, s.query[0], ROWS * DIM, 2);
    fill(&cases, s.key[0][0], HEADS * KEYS * DIM, 1);
    fill(&cases, s.value[0][0], HEADS * KEYS * WIDTH, 1);
    for (size_t j = 0; j < KEYS; j++)
        s.of_key[j] = j < 3 ? 0 : j < 8 ? 2 : 3;
    s.judged = (plumb_case){.precision = "f32", .source = "test"};
    s.judged.input_format = s.judged.vector_format[0] = s.judged.vector_format[1] = s.judged.vector_format[2] =
        PLUMB_F32;
    s.judged.problem = (plumb_problem){.batch = 1,
                                       .query_heads = HEADS,
                                       .key_heads = HEADS,
                                       .query_length = QUERIES,
                                       .key_length = KEYS,
                                       .head_dim = DIM,
                                       .value_dim = WIDTH,
                                       .query = s.query[0],
                                       .key = s.key[0][0],
                                       .value = s.value[0][0],
                                       .causal = {causal, 0}};
    answer(&s);
    s.judged.output = (plumb_claim){true, PLUMB_F32, ROWS * WIDTH, s.output[0]};
    s.judged.lse = (plumb_claim){true, PLUMB_F32, ROWS, s.lse};
    s.judged.parts = (plumb_parts){PARTS,
                                   s.of_key,
                                   {true, PLUMB_F32, PARTS * ROWS * WIDTH, s.part_output[0][0]},
                                   {true, PLUMB_F32, PARTS * ROWS, s.part_lse[0]}};
    return &s;
}

static const plumb_parts_report *judge(split *s) {
    plumb_error error = {""};
    ck_assert_msg(plumb_compare(&s->judged, NULL, &s->report, &error) == 0, "%s", error.text);
    return &s->report.parts;
}

START_TEST(right_parts_pass) {
    split *s = draw(_i == 1);
    const plumb_parts_report *parts = judge(s);
    ck_assert_uint_eq(parts->count, PARTS);
    ck_assert_int_eq(parts->verdict, PLUMB_PASS);
    ck_assert_int_eq(parts->merge.verdict, PLUMB_PASS);
    ck_assert_int_eq(s->report.verdict, PLUMB_PASS);
    ck_assert_int_eq(parts->fault.kind, PLUMB_MERGE_RIGHT);
    ck_assert(parts->wrong == 0 && parts->keys_left == 0 && parts->unmerged == 0);
}
END_TEST

START_TEST(a_wrong_part_is_named) {
    split *s = draw(false);
    s->part_output[2][7][1] += 0.01;
    const plumb_parts_report *parts = judge(s);
    ck_assert(parts->wrong == 1 && parts->first[0].part == 2 && parts->first[0].verdict == PLUMB_FAIL);
    ck_assert(parts->first[0].element.query == 7 && parts->first[0].element.column == 1);
    ck_assert_int_eq(parts->merge.verdict, PLUMB_SUSPECT);
    ck_assert_int_eq(s->report.verdict, PLUMB_FAIL);
}
END_TEST

START_TEST(a_wrong_log_sum_exp_of_a_part_is_named) {
    split *s = draw(false);
    s->part_lse[3][5] += 0.5;
    merge(s, 5);
    const plumb_parts_report *parts = judge(s);
    ck_assert(parts->wrong == 1 && parts->first[0].part == 3 && parts->first[0].quantity == PLUMB_LSE);
    ck_assert_int_eq(parts->merge.verdict, PLUMB_PASS);
}
END_TEST

/* A part that is no number is wrong, and its row is not merged. */
START_TEST(no_number_is_not_merged) {
    split *s = draw(false);
    s->part_lse[0][3] = NAN;
    const plumb_parts_report *parts = judge(s);
    ck_assert(parts->wrong == 1 && parts->first[0].part == 0 && parts->unmerged == 1);
    ck_assert_int_eq(parts->merge.verdict, PLUMB_PASS);
}
END_TEST

/* Of an empty part the output is not read in the merge. */
START_TEST(an_empty_part_with_a_log_sum_exp_is_wrong) {
    split *s = draw(false);
    s->part_lse[1][3] = 0;
    const plumb_parts_report *parts = judge(s);
    ck_assert(parts->wrong == 1 && parts->first[0].part == 1 && parts->merge.verdict == PLUMB_SUSPECT);
}
END_TEST

/* Before the first row that sees a key of the part, among those that do, and in one that sees all. */
START_TEST(each_query_of_a_part_is_judged) {
    static const size_t query[] = {0, 7, 8, QUERIES - 1};
    split *s = draw(true);
    s->part_lse[3][QUERIES + query[_i]] = 3;
    const plumb_parts_report *parts = judge(s);
    ck_assert(parts->wrong == 1 && parts->first[0].part == 3);
    ck_assert(parts->first[0].element.head == 1 && parts->first[0].element.query == query[_i]);
}
END_TEST

/* Whatever rows without keys have: kernels leave the output of an empty part as it was. */
START_TEST(the_output_of_an_empty_part_may_be_anything) {
    split *s = draw(_i == 1);
    for (size_t row = 0; row < ROWS; row++)
        for (size_t i = 0; i < PARTS; i++)
            if (s->part_lse[i][row] == -INFINITY)
                s->part_output[i][row][1] = row % 2 == 0 ? NAN : 17;
    s->judged.problem.empty_row = _i == 1 ? PLUMB_EMPTY_ROW_NAN : PLUMB_EMPTY_ROW_ZERO;
    s->judged.problem.empty_lse_positive = _i == 1;
    ck_assert_int_eq(judge(s)->verdict, PLUMB_PASS);
    ck_assert_int_eq(s->report.verdict, PLUMB_PASS);
}
END_TEST

START_TEST(keys_in_no_part_are_counted) {
    split *s = draw(false);
    for (size_t row = 0; row < ROWS; row++) {
        s->part_lse[3][row] = -INFINITY;
        memset(s->part_output[3][row], 0, sizeof s->part_output[3][row]);
        merge(s, row);
    }
    for (size_t j = 8; j < KEYS; j++)
        s->of_key[j] = -1;
    const plumb_parts_report *parts = judge(s);
    ck_assert(parts->keys_left == 4 && parts->first_left == 8);
    ck_assert(parts->verdict == PLUMB_PASS && parts->merge.verdict == PLUMB_PASS && parts->whole == PLUMB_FAIL);
}
END_TEST

/* ---- wrong merges ---- */

typedef struct {
    plumb_merge_fault_kind kind;
    size_t part;
    int64_t apart;
    const char *text;
} wrong_merge;

static const wrong_merge wrong[] = {
    {PLUMB_MERGE_DROPS, 2, 0, "part 2 is left out of the merge"},
    {PLUMB_MERGE_TWICE, 3, 0, "part 3 is merged twice"},
    {PLUMB_MERGE_ONLY, 0, 0, "the output is part 0 alone"},
    {PLUMB_MERGE_MEAN, 0, 0, "the parts are averaged, regardless of their weights"},
    {PLUMB_MERGE_MEAN_OF_ALL, 0, 0, "the parts are averaged, regardless of their weights, empty ones included"},
    {PLUMB_MERGE_ADDED, 0, 0, "the parts are added, not merged"},
    {PLUMB_MERGE_UNDIVIDED, 0, 0, "the weighted sum of the parts is not divided by the sum of the weights"},
    {PLUMB_MERGE_UNSHIFTED, 0, 0, "the sum of the parts, each times e^lse, is not divided by the sum of the weights"},
    {PLUMB_MERGE_LOG2_AS_LOG, 0, 0, "the parts are merged by e^lse with their log-sum-exp in base 2"},
    {PLUMB_MERGE_LOG_AS_LOG2, 0, 0, "the parts are merged by 2^lse with their log-sum-exp in base e"},
    {PLUMB_MERGE_COUNTS_EMPTY, 0, 0, "an empty part is merged as one with log-sum-exp 0"},
    {PLUMB_MERGE_OF_OTHER_PART, 0, 1, "each part is weighted by the log-sum-exp of the part 1 later"},
    {PLUMB_MERGE_OF_OTHER_QUERY, 0, -1, "the parts are weighted by the log-sum-exps of the query 1 before"},
    {PLUMB_MERGE_OF_OTHER_QUERY, 0, 2, "the parts are weighted by the log-sum-exps of the query 2 later"},
    {PLUMB_MERGE_OF_OTHER_HEAD, 0, 1, "the parts are weighted by the log-sum-exps of the head 1 later"},
    {PLUMB_MERGE_BY_MAXIMA, 0, 0,
     "the parts are merged by the exponentials of their maxima, not of their log-sum-exps"},
};

/* By the formulas, and by nothing of merge_fault.c. */
static double wrong_weight(const split *s, const wrong_merge *w, size_t i, size_t row) {
    double lse = s->part_lse[i][row];
    int64_t t = (int64_t)(row % QUERIES) + w->apart;
    switch (w->kind) {
    case PLUMB_MERGE_DROPS:
        return i == w->part ? 0 : exp(lse);
    case PLUMB_MERGE_TWICE:
        return (i == w->part ? 2 : 1) * exp(lse);
    case PLUMB_MERGE_ONLY:
        return i == w->part;
    case PLUMB_MERGE_MEAN:
    case PLUMB_MERGE_ADDED:
        return lse != -INFINITY;
    case PLUMB_MERGE_MEAN_OF_ALL:
        return 1;
    case PLUMB_MERGE_LOG2_AS_LOG:
        return exp(lse / log(2));
    case PLUMB_MERGE_LOG_AS_LOG2:
        return exp2(lse);
    case PLUMB_MERGE_COUNTS_EMPTY:
        return lse == -INFINITY ? 1 : exp(lse);
    case PLUMB_MERGE_OF_OTHER_PART:
        return lse == -INFINITY ? 0 : exp(s->part_lse[(i + 1) % PARTS][row]);
    case PLUMB_MERGE_OF_OTHER_QUERY:
        return exp(t < 0 || t >= QUERIES ? lse : s->part_lse[i][row - row % QUERIES + (size_t)t]);
    case PLUMB_MERGE_OF_OTHER_HEAD:
        return exp(s->part_lse[i][(row + QUERIES) % ROWS]);
    case PLUMB_MERGE_BY_MAXIMA:
        return exp(s->maximum[i][row]);
    default:
        return exp(lse);
    }
}

static void merge_wrongly(split *s, const wrong_merge *w, size_t row) {
    double sum = 0, largest = 0, output[WIDTH] = {0};
    for (size_t i = 0; i < PARTS; i++) {
        double weight = wrong_weight(s, w, i, row);
        largest = fmax(largest, weight);
        sum += weight;
        for (size_t c = 0; c < WIDTH; c++)
            output[c] += weight * s->part_output[i][row][c];
    }
    double divisor = w->kind == PLUMB_MERGE_ADDED || w->kind == PLUMB_MERGE_UNSHIFTED ? 1
                     : w->kind == PLUMB_MERGE_UNDIVIDED                              ? largest
                                                                                     : sum;
    for (size_t c = 0; c < WIDTH; c++)
        s->output[row][c] = (float)(output[c] / divisor);
}

START_TEST(a_wrong_merge_is_named) {
    split *s = draw(false);
    char text[PLUMB_MERGE_FAULT_TEXT];
    for (size_t row = 0; row < ROWS; row++)
        merge_wrongly(s, &wrong[_i], row);
    const plumb_parts_report *parts = judge(s);
    ck_assert_int_eq(parts->verdict, PLUMB_PASS);
    ck_assert_int_eq(parts->merge.verdict, PLUMB_SUSPECT);
    ck_assert_int_eq(s->report.verdict, PLUMB_FAIL);
    ck_assert_str_eq(plumb_merge_fault_text(&parts->fault, text), wrong[_i].text);
}
END_TEST

START_TEST(an_unknown_merge_is_not_named) {
    split *s = draw(false);
    for (size_t row = 0; row < ROWS; row++)
        s->output[row][0] += 0.25;
    const plumb_parts_report *parts = judge(s);
    ck_assert(parts->merge.verdict == PLUMB_SUSPECT && parts->fault.kind == PLUMB_MERGE_RIGHT);
}
END_TEST

START_TEST(a_wrong_log_sum_exp_of_the_merge_is_suspect) {
    split *s = draw(false);
    s->lse[4] += 0.125;
    const plumb_parts_report *parts = judge(s);
    ck_assert(parts->merge.verdict == PLUMB_SUSPECT && parts->merge.quantity == PLUMB_LSE);
    ck_assert(parts->merge.element.head == 0 && parts->merge.element.query == 4);
}
END_TEST

/* By a factor as a chain leaves it: no number is beyond what is expected, and all together are. */
START_TEST(rows_stand_otherwise_where_parts_lie_scattered) {
    split *s = draw(false);
    bool scattered = _i == 1;
    for (size_t j = 0; j < KEYS; j++)
        s->of_key[j] = (int64_t)(scattered ? j % PARTS : j / (KEYS / PARTS));
    answer(s);
    for (size_t row = 0; row < ROWS; row++)
        for (size_t c = 0; c < WIDTH; c++)
            s->output[row][c] = (float)(s->output[row][c] * (1 + 7.5e-7));
    const plumb_parts_report *parts = judge(s);
    ck_assert_uint_eq(s->report.tensor[PLUMB_OUTPUT].beyond, 0);
    ck_assert(parts->verdict == PLUMB_PASS && parts->merge.verdict == PLUMB_PASS && parts->whole == PLUMB_SUSPECT);
    ck_assert_int_eq(s->report.verdict, scattered ? PLUMB_PASS : PLUMB_SUSPECT);
}
END_TEST

/* The whole is held to the parts as they are stored, in a chain at worst. */
START_TEST(the_whole_bears_its_parts) {
    split *s = draw(false);
    judge(s);
    ck_assert_uint_eq(s->report.precision.merge_levels, PARTS - 1);
    ck_assert(s->report.precision.part.unit == 0x1p-24);
    s->judged.precision = "f32,part=bf16,merge_levels=2";
    judge(s);
    ck_assert(s->report.precision.merge_levels == 2 && s->report.precision.part.unit == 0x1p-8);
}
END_TEST

/* Their last bits are rounded. */
START_TEST(no_theorem_speaks_of_converted_log_sum_exps) {
    split *s = draw(false);
    s->lse[4] += 0.125;
    s->part_lse[2][3] += 0.125;
    judge(s);
    ck_assert(s->report.tensor[PLUMB_LSE].verdict == PLUMB_FAIL && s->report.parts.verdict == PLUMB_FAIL);
    s->judged.lse_converted = true;
    judge(s);
    ck_assert(s->report.tensor[PLUMB_LSE].verdict == PLUMB_SUSPECT && s->report.parts.verdict == PLUMB_SUSPECT);
}
END_TEST

/* Of a right output. */
START_TEST(a_wrong_log_sum_exp_of_the_merge_is_named) {
    static const plumb_merge_fault_kind kinds[] = {PLUMB_MERGE_LSE_LARGEST, PLUMB_MERGE_LSE_OF_PART,
                                                   PLUMB_MERGE_LSE_OF_TWO, PLUMB_MERGE_LSE_OF_E};
    split *s = draw(false);
    for (size_t row = 0; row < ROWS; row++) {
        double largest = fmax(s->part_lse[0][row], fmax(s->part_lse[2][row], s->part_lse[3][row]));
        const double wrong_lse[] = {largest, s->part_lse[3][row], s->lse[row] / log(2), s->lse[row] * log(2)};
        s->lse[row] = (float)wrong_lse[_i];
    }
    const plumb_parts_report *parts = judge(s);
    ck_assert(parts->merge.verdict == PLUMB_SUSPECT && parts->merge.quantity == PLUMB_LSE);
    ck_assert_int_eq(parts->fault.kind, kinds[_i]);
    ck_assert(kinds[_i] != PLUMB_MERGE_LSE_OF_PART || parts->fault.part == 3);
}
END_TEST

/* Whoever tries other precisions or conventions asks of the whole alone. */
START_TEST(candidates_are_judged_without_parts) {
    split *s = draw(false);
    const plumb_compare_options how = {.alone = true};
    plumb_error error;
    s->part_lse[3][5] += 0.5;
    ck_assert_int_eq(plumb_compare(&s->judged, &how, &s->report, &error), 0);
    ck_assert(s->report.parts.count == 0 && s->report.verdict == PLUMB_PASS);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("judge/parts");
    TCase *tests = tcase_create("parts");
    tcase_add_loop_test(tests, right_parts_pass, 0, 2);
    tcase_add_test(tests, a_wrong_part_is_named);
    tcase_add_test(tests, a_wrong_log_sum_exp_of_a_part_is_named);
    tcase_add_test(tests, no_number_is_not_merged);
    tcase_add_test(tests, an_empty_part_with_a_log_sum_exp_is_wrong);
    tcase_add_loop_test(tests, each_query_of_a_part_is_judged, 0, 4);
    tcase_add_loop_test(tests, the_output_of_an_empty_part_may_be_anything, 0, 2);
    tcase_add_test(tests, keys_in_no_part_are_counted);
    tcase_add_loop_test(tests, a_wrong_merge_is_named, 0, (int)(sizeof wrong / sizeof *wrong));
    tcase_add_test(tests, an_unknown_merge_is_not_named);
    tcase_add_test(tests, a_wrong_log_sum_exp_of_the_merge_is_suspect);
    tcase_add_loop_test(tests, a_wrong_log_sum_exp_of_the_merge_is_named, 0, 4);
    tcase_add_loop_test(tests, rows_stand_otherwise_where_parts_lie_scattered, 0, 2);
    tcase_add_test(tests, the_whole_bears_its_parts);
    tcase_add_test(tests, no_theorem_speaks_of_converted_log_sum_exps);
    tcase_add_test(tests, candidates_are_judged_without_parts);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
