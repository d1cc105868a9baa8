/* conventions_part.h - of the wrong conventions of tests/faults no kernel is accused; but some of them are, word for
   word, what kernels do as well.  A program for each of PARTS, as of told_part.h. */
#ifndef PLUMB_TESTS_INFER_CONVENTIONS_PART_H
#define PLUMB_TESTS_INFER_CONVENTIONS_PART_H
#include "tests/faults/diagnosed.h"
#include "tests/infer/judged.h"
#include "tests/support/check.h"
#include "tests/support/suite.h"

/* What may be said of it; NULL: nothing. */
static inline const char *allowed_words(const faulty *f) {
    static const struct {
        void (*make)(engine *e);
        const char *words;
    } allowed[] = {
        {first_key_lost, "key 0 is missing"},
        {last_key_lost, "is missing"},
        {new_keys_lost, "are missing"},
        {documents_late, "key 22 "},
        {heads_tiled, "head 1 reads keys and values of key head 1, head 2 reads keys and values of key head 0"},
        {all_on_head_0, "head 2 reads keys and values of key head 0, head 3 reads keys and values of key head 0"},
        {keys_of_first_entry, "batch entry 1 reads keys and values of batch entry 0"},
        {window_is_chunk, "the query at position p sees keys 32 to p"},
        {causal_alone, "the query at position p sees keys 0 to p"},
        {padding_leaks, "keys of zeros take part beside all others"},
    };
    for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++)
        if (allowed[i].make == f->make)
            return allowed[i].words;
    return NULL;
}

static inline bool says_so(const faulty *f, const char *said) {
    const char *words = allowed_words(f);
    return words != NULL && strstr(said, words) != NULL;
}

static inline plumb_inferences infer_convention(const faulty *f, plumb_format format) {
    random_cases cases = random_begin("faults", 1);
    random_next(&cases);
    scenario_size size = {64, 32, format, &cases};
    scenario s;
    plumb_inferences inferences;
    plumb_concentration where;
    f->state(&s, &size);
    f->make(&s.engine);
    narrow_answers wrong = answer(&s.engine);
    plumb_case stated = case_of(&s.drawn.problem, format, &wrong);
    infer_from(&stated, &inferences, &where);
    free_answers(&wrong);
    free_problem(&s.drawn);
    return inferences;
}

enum { PARTS = 4 };

START_TEST(conventions_are_no_faults_of_kernels) {
    const faulty *f = &all_faults[PART - 1 + _i / 2 * PARTS];
    plumb_format format = _i % 2 == 0 ? PLUMB_F32 : PLUMB_BF16;
    plumb_inferences inferences = infer_convention(f, format);
    ck_assert_msg(inferences.count == 0 || says_so(f, inferences.list[0].says), "%s: \"%s, %s\"", f->fault,
                  inferences.list[0].says, inferences.list[0].where);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("conventions");
    TCase *tests = tcase_create("conventions");
    tcase_set_timeout(tests, 120);
    tcase_add_loop_test(tests, conventions_are_no_faults_of_kernels, 0, 2 * ((FAULTS - PART) / PARTS + 1));
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
#endif
