/* test_reports.c - the reports of a challenge's faults as text, and of the first of them as JSON, compared with
   reports.txt.  The JSON of all has a valid format and the right content.  PLUMB_TEST_UPDATE=1
   build/tests/challenge/test_reports updates it (tests/support/snapshot.h). */
#include "challenge/challenge.h"
#include "tests/support/json_members.h"
#include "tests/support/json_snapshot.h"
#include "tests/support/suite.h"

static const char question[] =
    "{\"shape\":{\"batch\":1,\"query_heads\":2,\"key_heads\":1,\"query_length\":3,\"key_length\":20,\"head_dim\":16},"
    "\"mask\":\"causal\",\"causal_alignment\":\"bottom-right\",\"dtype\":\"f32\",\"seed\":5}";

static void check_ratio(const json_t *object, const char *name, double expected) {
    ck_assert_msg(reads_as(json_object_get(json_object_get(object, name), "hex"), expected), "%s", name);
}

static void check_fault(const json_t *object, const plumb_challenge_fault *fault) {
    static const char *const kinds[] = {"cheat", "neighbour", "backward"};
    static const char *const detections[] = {"detected", "within-expected", "no-change"};
    bool judged = fault->detection != PLUMB_NO_CHANGE;
    check_word(object, "does", fault->does);
    check_word(object, "kind", kinds[fault->kind]);
    check_word(object, "detection", detections[fault->detection]);
    check_word(object, "verdict", judged ? plumb_verdict_name(fault->verdict) : NULL);
    check_word(object, "needs", judged ? NULL : fault->needs);
    ck_assert(json_is_object(json_object_get(object, "expected")) == judged);
    if (judged)
        check_ratio(object, "expected", fault->expected);
}

static size_t first_of(const plumb_challenge *found, plumb_detection detection) {
    size_t first = 0;
    while (first < found->count && found->fault[first].detection != detection)
        first++;
    ck_assert_uint_lt(first, found->count);
    return first;
}

/* Of what is told, and of what changes nothing. */
static void keep_first(json_t *faults, const plumb_challenge *found) {
    json_t *told = json_incref(json_array_get(faults, first_of(found, PLUMB_DETECTED)));
    json_t *untold = json_incref(json_array_get(faults, first_of(found, PLUMB_NO_CHANGE)));
    json_array_clear(faults);
    json_array_append_new(faults, told);
    json_array_append_new(faults, untold);
}

static void print_json(snapshot *s, const plumb_challenge *found) {
    char *text;
    size_t size;
    FILE *stream = open_memstream(&text, &size);
    ck_assert_int_eq(plumb_challenge_json(found, stream), 0);
    fclose(stream);
    json_t *object = json_of_format("challenge", text), *faults = json_object_get(object, "faults");
    ck_assert_uint_eq(json_array_size(faults), found->count);
    for (size_t i = 0; i < found->count; i++)
        check_fault(json_array_get(faults, i), &found->fault[i]);
    keep_first(faults, found);
    snapshot_json(s, object);
    json_decref(object);
    free(text);
}

static void print_text(snapshot *s, const plumb_challenge *found) {
    char *text;
    size_t size;
    FILE *stream = open_memstream(&text, &size);
    ck_assert_int_eq(plumb_challenge_text(found, stream), 0);
    fclose(stream);
    snapshot_rounded(s, text);
    free(text);
}

START_TEST(reports_read_so) {
    plumb_drawn drawn;
    plumb_challenge found;
    plumb_error error = {""};
    snapshot s;
    ck_assert_msg(plumb_draw(question, "test", NULL, &drawn, &error) == 0, "%s", error.text);
    ck_assert_msg(plumb_challenge_try(&drawn, question, "test", true, 1, &found, &error) == 0, "%s", error.text);
    snapshot_begin(&s);
    print_text(&s, &found);
    print_json(&s, &found);
    snapshot_check(&s, "tests/challenge/reports.txt");
    plumb_challenge_free(&found);
    plumb_drawn_free(&drawn);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("challenge/reports");
    TCase *tests = tcase_create("reports");
    tcase_add_test(tests, reports_read_so);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
