/* test_neighbours_masks.c - engines with other masks than the stated ones: their neighbours explain them. */
#include "tests/diagnose/naive_engine.h"

/* ---- what is seen otherwise ---- */

static bool sees_all(const naive *e, size_t b, size_t h, size_t t, size_t j) {
    (void)e, (void)b, (void)h, (void)t, (void)j;
    return true;
}

static void see_all(naive *e) {
    e->sees = sees_all;
}

static bool sees_causally(const naive *e, size_t b, size_t h, size_t t, size_t j) {
    (void)e, (void)b, (void)h;
    return j <= t + 4;
}

static void be_causal(naive *e) {
    e->sees = sees_causally;
}

static bool sees_from_top_left(const naive *e, size_t b, size_t h, size_t t, size_t j) {
    (void)e, (void)b, (void)h;
    return j <= t;
}

static void align_top_left(naive *e) {
    e->sees = sees_from_top_left;
}

static bool sees_one_more(const naive *e, size_t b, size_t h, size_t t, size_t j) {
    (void)e, (void)b, (void)h;
    return j <= t + 5;
}

static void see_one_more(naive *e) {
    e->sees = sees_one_more;
}

static bool sees_older(const naive *e, size_t b, size_t h, size_t t, size_t j) {
    (void)e, (void)b, (void)h;
    return j < t + 4;
}

static void see_older(naive *e) {
    e->sees = sees_older;
}

/* The query at key t sees the keys before t, and the first query none. */
static void state_causal_at_0(random_cases *cases, drawn_problem *drawn) {
    (void)cases;
    drawn->problem.causal.causal = true;
    drawn->problem.causal.offset = 0;
}

static bool sees_before(const naive *e, size_t b, size_t h, size_t t, size_t j) {
    (void)e, (void)b, (void)h;
    return j < t;
}

static void see_before_or_nan(naive *e) {
    e->sees = sees_before;
    e->empty = NAN;
}

static void see_before_or_mean(naive *e) {
    e->sees = sees_before;
    e->empty_is_mean = true;
}

/* Stated: left 3, right 0. */
static void state_window(random_cases *cases, drawn_problem *drawn) {
    plumb_mask *m = &drawn->problem.mask;
    (void)cases;
    m->windowed = true;
    m->left = 3;
}

static bool sees_window_of_5(const naive *e, size_t b, size_t h, size_t t, size_t j) {
    (void)e, (void)b, (void)h;
    return j <= t + 4 && j >= t;
}

static void see_window_of_5(naive *e) {
    e->sees = sees_window_of_5;
}

static bool sees_window_of_3(const naive *e, size_t b, size_t h, size_t t, size_t j) {
    (void)e, (void)b, (void)h;
    return j <= t + 4 && j >= t + 2;
}

static void see_window_of_3(naive *e) {
    e->sees = sees_window_of_3;
}

static bool sees_both_sides(const naive *e, size_t b, size_t h, size_t t, size_t j) {
    (void)e, (void)b, (void)h;
    return j <= t + 7 && j >= t + 1;
}

static void see_both_sides(naive *e) {
    e->sees = sees_both_sides;
}

static bool sees_future(const naive *e, size_t b, size_t h, size_t t, size_t j) {
    (void)e, (void)b, (void)h;
    return j >= t + 1;
}

static void see_future(naive *e) {
    e->sees = sees_future;
}

static bool sees_chunk_of_4(const naive *e, size_t b, size_t h, size_t t, size_t j) {
    (void)e, (void)b, (void)h;
    return j <= t + 4 && j / 4 == (t + 4) / 4;
}

static void see_chunk_of_4(naive *e) {
    e->sees = sees_chunk_of_4;
}

static void state_chunk(random_cases *cases, drawn_problem *drawn) {
    state_causal(cases, drawn);
    drawn->problem.mask.chunk = 4;
}

static bool sees_window_of_4(const naive *e, size_t b, size_t h, size_t t, size_t j) {
    (void)e, (void)b, (void)h;
    return j <= t + 4 && j >= t + 1;
}

static void see_window_of_4(naive *e) {
    e->sees = sees_window_of_4;
}

static bool sees_chunk_of_5(const naive *e, size_t b, size_t h, size_t t, size_t j) {
    (void)e, (void)b, (void)h;
    return j <= t + 4 && j / 5 == (t + 4) / 5;
}

static void see_chunk_of_5(naive *e) {
    e->sees = sees_chunk_of_5;
}

/* Stated: 2 first keys and 3 recent ones. */
static void state_streaming(random_cases *cases, drawn_problem *drawn) {
    plumb_mask *m = &drawn->problem.mask;
    (void)cases;
    m->streaming = true;
    m->first = 2;
    m->recent = 3;
}

static bool sees_recent_alone(const naive *e, size_t b, size_t h, size_t t, size_t j) {
    (void)e, (void)b, (void)h;
    return j <= t + 4 && j >= t + 2;
}

static void see_recent_alone(naive *e) {
    e->sees = sees_recent_alone;
}

static bool sees_four_recent(const naive *e, size_t b, size_t h, size_t t, size_t j) {
    (void)e, (void)b, (void)h;
    return j < 2 || (j <= t + 4 && j >= t + 1);
}

static void see_four_recent(naive *e) {
    e->sees = sees_four_recent;
}

/* Stated: a prefix of 6. */
static void state_prefix(random_cases *cases, drawn_problem *drawn) {
    plumb_mask *m = &drawn->problem.mask;
    (void)cases;
    m->prefixed = true;
    m->prefix = 6;
}

static bool sees_prefix_of_7(const naive *e, size_t b, size_t h, size_t t, size_t j) {
    (void)e, (void)b, (void)h;
    return j < 7 || j <= t + 4;
}

static void see_prefix_of_7(naive *e) {
    e->sees = sees_prefix_of_7;
}

/* Three documents in each entry, at other places in each. */
static void state_documents(random_cases *cases, drawn_problem *drawn) {
    plumb_problem *p = &drawn->problem;
    (void)cases;
    drawn->query_segment = calloc(p->batch * p->query_length, sizeof(int64_t));
    drawn->key_segment = calloc(p->batch * p->key_length, sizeof(int64_t));
    for (size_t b = 0; b < p->batch; b++) {
        for (size_t t = 0; t < p->query_length; t++)
            drawn->query_segment[b * p->query_length + t] = (int64_t)(t / (2 + b) % 3);
        for (size_t j = 0; j < p->key_length; j++)
            drawn->key_segment[b * p->key_length + j] = (int64_t)(j / (3 + b) % 3);
    }
    p->mask.query_segment = drawn->query_segment;
    p->mask.key_segment = drawn->key_segment;
}

static bool sees_documents_late(const naive *e, size_t b, size_t h, size_t t, size_t j) {
    (void)e, (void)h;
    return t / (2 + b) % 3 == (j == 0 ? 0 : (j - 1) / (3 + b) % 3);
}

static void see_documents_late(naive *e) {
    e->sees = sees_documents_late;
}

static bool sees_document_of_tile(const naive *e, size_t b, size_t h, size_t t, size_t j) {
    (void)e, (void)h;
    return t / 4 * 4 / (2 + b) % 3 == j / (3 + b) % 3;
}

static void see_document_of_tile(naive *e) {
    e->sees = sees_document_of_tile;
}

static bool sees_documents_by_tiles(const naive *e, size_t b, size_t h, size_t t, size_t j) {
    (void)h;
    size_t last_query = e->p->query_length - 1, last_key = e->p->key_length - 1;
    size_t query = t / 4 * 4 + 3, key = j / 4 * 4 + 3;
    return (query < last_query ? query : last_query) / (2 + b) % 3 == (key < last_key ? key : last_key) / (3 + b) % 3;
}

static void see_documents_by_tiles(naive *e) {
    e->sees = sees_documents_by_tiles;
}

static bool sees_first_documents(const naive *e, size_t b, size_t h, size_t t, size_t j) {
    (void)e, (void)b, (void)h;
    return t / 2 % 3 == j / 3 % 3;
}

static void see_first_documents(naive *e) {
    e->sees = sees_first_documents;
}

static unsigned char allowed_at(const naive *e, size_t b, size_t h, size_t t, size_t j) {
    const plumb_problem *p = e->p;
    return p->mask.allowed[((b * p->query_heads + h) * p->query_length + t) * p->key_length + j];
}

static bool sees_forbidden(const naive *e, size_t b, size_t h, size_t t, size_t j) {
    return !allowed_at(e, b, h, t, j);
}

static void see_forbidden(naive *e) {
    e->sees = sees_forbidden;
}

static bool sees_as_head_0(const naive *e, size_t b, size_t h, size_t t, size_t j) {
    (void)h;
    return allowed_at(e, b, 0, t, j);
}

static void see_as_head_0(naive *e) {
    e->sees = sees_as_head_0;
}

static bool sees_as_entry_0(const naive *e, size_t b, size_t h, size_t t, size_t j) {
    (void)b;
    return allowed_at(e, 0, h, t, j);
}

static void see_as_entry_0(naive *e) {
    e->sees = sees_as_entry_0;
}

static bool sees_transposed(const naive *e, size_t b, size_t h, size_t t, size_t j) {
    const plumb_problem *p = e->p;
    const unsigned char *head =
        p->mask.allowed + (b * p->query_heads + h) * p->query_length * p->key_length;
    return head[j * p->query_length + t];
}

static void see_transposed(naive *e) {
    e->sees = sees_transposed;
}

static double adds_one_where_allowed(const naive *e, size_t b, size_t h, size_t t, size_t j,
                                     double product) {
    return e->scale * product + allowed_at(e, b, h, t, j);
}

static void add_one_where_allowed(naive *e) {
    e->sees = sees_all;
    e->score = adds_one_where_allowed;
}

/* ---- sizes that are no neighbours of the stated ones ---- */

static bool sees_window_of_6(const naive *e, size_t b, size_t h, size_t t, size_t j) {
    (void)e, (void)b, (void)h;
    return j <= t + 4 && j + 1 >= t;
}

static void see_window_of_6(naive *e) {
    e->sees = sees_window_of_6;
}

static bool sees_left_of_2(const naive *e, size_t b, size_t h, size_t t, size_t j) {
    (void)e, (void)b, (void)h;
    return j + 2 >= t;
}

static void see_left_of_2(naive *e) {
    e->sees = sees_left_of_2;
}

static bool sees_to_2_more(const naive *e, size_t b, size_t h, size_t t, size_t j) {
    (void)e, (void)b, (void)h;
    return j <= t + 2;
}

static void see_to_2_more(naive *e) {
    e->sees = sees_to_2_more;
}

static bool sees_prefix_of_9(const naive *e, size_t b, size_t h, size_t t, size_t j) {
    (void)e, (void)b, (void)h;
    return j < 9 || j <= t + 4;
}

static void see_prefix_of_9(naive *e) {
    e->sees = sees_prefix_of_9;
}

static bool sees_chunk_of_6(const naive *e, size_t b, size_t h, size_t t, size_t j) {
    (void)e, (void)b, (void)h;
    return j <= t + 4 && j / 6 == (t + 4) / 6;
}

static void see_chunk_of_6(naive *e) {
    e->sees = sees_chunk_of_6;
}

static void state_causal_with_sinks(random_cases *cases, drawn_problem *drawn) {
    state_causal(cases, drawn);
    drawn->problem.op.sink = PLUMB_SINK_LOGIT;
    give_numbers(cases, drawn, SINK_LOGITS, 1);
}

/* ---- rows without keys ---- */

/* The first queries see nothing. */
static void state_empty_rows(random_cases *cases, drawn_problem *drawn) {
    (void)cases;
    drawn->problem.causal = (plumb_causal){true, -2};
}

static void give_mean(naive *e) {
    e->empty_is_mean = true;
}

static void give_nan(naive *e) {
    e->empty = NAN;
}

static bool sees_all_if_none(const naive *e, size_t b, size_t h, size_t t, size_t j) {
    (void)e, (void)b, (void)h;
    return t < 2 || j + 2 <= t;
}

static void show_all_if_none(naive *e) {
    e->sees = sees_all_if_none;
}

static bool sees_none(const naive *e, size_t b, size_t h, size_t t, size_t j) {
    (void)e, (void)b, (void)h, (void)t, (void)j;
    return false;
}

static void see_none(naive *e) {
    e->sees = sees_none;
}

static const mistake mistakes[] = {
    {"leaves out the causal mask", state_causal, see_all, 0},
    {"has a causal mask, aligned at the bottom right", state_nothing, be_causal, 0},
    {"has a causal mask, aligned at the top left", state_nothing, align_top_left, 0},
    {"aligns masks at the top left", state_causal, align_top_left, 0},
    {"lets masks show one key more", state_causal, see_one_more, 0},
    {"lets masks hide the newest key", state_causal, see_older, 0},
    {"lets masks hide the newest key of each query, query t at key t-1 instead of t+0, and gives NaN",
     state_causal_at_0, see_before_or_nan, 0},
    {"lets masks hide the newest key of each query, query t at key t-1 instead of t+0, and gives the mean",
     state_causal_at_0, see_before_or_mean, 0},
    {"leaves out the window", state_window, see_all, 0},
    {"has the window left 4, right 0", state_window, see_window_of_5, 0},
    {"has the window left 2, right 0", state_window, see_window_of_3, 0},
    {"has the window left 3, right 3", state_window, see_both_sides, 0},
    {"has the window left 3, right -1", state_window, see_future, 0},
    {"has chunks of 4 keys instead of the window", state_window, see_chunk_of_4, 0},
    {"leaves out the chunks", state_chunk, be_causal, 0},
    {"leaves out all masks", state_chunk, see_all, 0},
    {"has a window of 4 keys instead of the chunks", state_chunk, see_window_of_4, 0},
    {"has chunks of 5 keys", state_chunk, see_chunk_of_5, 0},
    {"leaves out the streaming mask", state_streaming, see_all, 0},
    {"keeps 0 first and 3 recent keys", state_streaming, see_recent_alone, 0},
    {"keeps 2 first and 4 recent keys", state_streaming, see_four_recent, 0},
    {"leaves out the prefix mask", state_prefix, see_all, 0},
    {"hides the keys after the query's position", state_prefix, be_causal, 0},
    {"has a prefix of 7 keys", state_prefix, see_prefix_of_7, 0},
    {"lets queries see other documents", state_documents, see_all, 0},
    {"begins every document of keys one key late", state_documents, see_documents_late, 0},
    {"has the document of the first of each 4 queries for all of them", state_documents, see_document_of_tile, 0},
    {"has the document of the last of each 4 queries and keys for all", state_documents, see_documents_by_tiles, 0},
    {"has the documents of the first batch entry in all", state_documents, see_first_documents, 0},
    {"reads allowed with the other mask_polarity", give_allowed, see_forbidden, 0},
    {"leaves out the boolean mask", give_allowed, see_all, 0},
    {"has the boolean mask of head 0", give_allowed, see_as_head_0, 0},
    {"has the boolean mask of the first batch entry", give_allowed, see_as_entry_0, 0},
    {"reads the boolean mask as [keys, queries]", give_allowed, see_transposed, 0},
    {"adds the boolean mask to the scores", give_allowed, add_one_where_allowed, 0},
    {"has the window left 5 (keys before the query)", state_window, see_window_of_6, 0},
    {"has the window left 2 (keys before the query)", state_nothing, see_left_of_2, HAS_OUTPUT},
    {"lets query t see the keys up to t+2", state_causal, see_to_2_more, 0},
    {"lets query t see the keys up to t+2", state_causal_with_sinks, see_to_2_more, 0},
    {"lets query t see the keys up to t+2", state_nothing, see_to_2_more, HAS_OUTPUT | HAS_LSE},
    {"has a prefix of 9 keys", state_prefix, see_prefix_of_9, 0},
    {"has a prefix of 9 keys", state_causal, see_prefix_of_9, 0},
    {"has chunks of 6 keys", state_causal, see_chunk_of_6, 0},
    {"has chunks of 6 keys", state_chunk, see_chunk_of_6, 0},
    {"gives the mean of all values", state_empty_rows, give_mean, HAS_OUTPUT | HAS_WEIGHTS},
    {"gives NaN for a row", state_empty_rows, give_nan, HAS_OUTPUT | HAS_WEIGHTS},
    {"shows every key to a row that sees none", state_empty_rows, show_all_if_none, 0},
    {"adds -10000 to the scores", state_empty_rows, show_all_if_none, HAS_OUTPUT | HAS_WEIGHTS},
    {"sees no key at all", state_causal, see_none, 0},
};

enum { MISTAKES = sizeof mistakes / sizeof *mistakes };

START_TEST(told_by_their_neighbours) {
    check_mistake(&mistakes[_i], plumb_neighbours_of_masks);
}
END_TEST

START_TEST(every_neighbour_is_a_case) {
    check_family("neighbours of masks", plumb_neighbours_of_masks, 200);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("diagnose/neighbours_masks");
    TCase *cases = tcase_create("neighbours_masks");
    tcase_set_timeout(cases, random_timeout());
    tcase_add_loop_test(cases, told_by_their_neighbours, 0, MISTAKES);
    tcase_add_test(cases, every_neighbour_is_a_case);
    suite_add_tcase(suite, cases);
    return run_suite(suite);
}
