/* test_key_set.c - sets of keys in words: '#' is inside, '.' outside, '?' not known. */
#include "infer/key_set.h"
#include "tests/support/check.h"
#include "tests/support/suite.h"
#include <string.h>

static const struct {
    const char *keys, *text, *filled; /* filled NULL: as `keys` */
    bool plural;
} sets[] = {
    {"....#...", "key 4", NULL, false},
    {"....####", "keys 4 to 7 (the last 4)", NULL, true},
    {"########........", "keys 0 to 7 (one tile of 8)", NULL, true},
    {"..##..##....", "keys 2 to 3 and keys 6 to 7", NULL, true},
    {"#..#..#..#..", "every 3rd key, from key 0 on", NULL, false},
    {".#.#.#.#", "every 2nd key, from key 1 on", NULL, false},
    {"....####....####....####", "every 2nd tile of 4 keys, from keys 4 to 7 on", NULL, false},
    {"###.###.###.###.", "all keys but every 4th key, from key 3 on", NULL, true},
    {"##.#.#######", "all keys but key 2 and key 4", NULL, true},
    {"..###...###...###...###...###...", "keys j with 2 <= j mod 6 < 5", NULL, true},
    {"...##...##...##...##", "keys j with j mod 5 >= 3", NULL, true},
    {"########", "all keys", NULL, true},
    {"????????", "", NULL, false},
    {".??###?.", "keys 2 to 5", "..####..", true},
    {"..?#????..", "keys 2 to 3", "..##......", true},
    {"???????#........", "keys 6 to 7", "......##........", true},
    {"#.?.#.?.#.?.#...", "every 4th key, from key 0 on", "#...#...#...#...", false},
    {".#..#.....#..#..#....#..#...#", "", NULL, false},
};
enum { SETS = sizeof sets / sizeof *sets };

static void read(const char *keys, unsigned char *member) {
    for (size_t i = 0; keys[i] != 0; i++)
        member[i] = keys[i] == '#' ? PLUMB_INSIDE : keys[i] == '.' ? PLUMB_OUTSIDE : PLUMB_UNKNOWN;
}

START_TEST(sets_read_so) {
    unsigned char member[64], workspace[64], filled[64];
    plumb_key_set set;
    size_t n = strlen(sets[_i].keys);
    read(sets[_i].keys, member);
    bool found = plumb_key_set_describe(member, workspace, n, &set);
    ck_assert_msg(found == (sets[_i].text[0] != 0), "%s: %s", sets[_i].keys, set.text);
    if (!found)
        return;
    ck_assert_str_eq(set.text, sets[_i].text);
    ck_assert_int_eq(set.plural, sets[_i].plural);
    read(sets[_i].filled == NULL ? sets[_i].keys : sets[_i].filled, filled);
    ck_assert_mem_eq(member, filled, n);
}
END_TEST

/* A range is shorter than a period, and this than several runs. */
START_TEST(shorter_words_have_fewer_clauses) {
    static const char *const of[] = {"....####........", "#..#..#..#..#..#", "#...#.##...#...."};
    double before = 0;
    for (size_t i = 0; i < 3; i++) {
        unsigned char member[16], workspace[16];
        plumb_key_set set;
        read(of[i], member);
        ck_assert(plumb_key_set_describe(member, workspace, 16, &set));
        ck_assert_double_gt(set.clauses, before);
        before = set.clauses;
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("infer/key_set");
    TCase *tests = tcase_create("key_set");
    tcase_add_loop_test(tests, sets_read_so, 0, SETS);
    tcase_add_test(tests, shorter_words_have_fewer_clauses);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
