/* test_rotation_mistakes.c - simulated engines of rotations and temperatures at the sizes of real ones: each that is
   wrong fails, and is right without its mistake. */
#include "tests/judge/realistic_positions.h"

static const wrong_position wrong_rotations[] = {
    {.name = "rope interleaved for half", .made = ROPE_OTHER_LAYOUT, .position = ROPE(.factor = 1)},
    {.name = "rope half for interleaved",
     .made = ROPE_OTHER_LAYOUT,
     .position = ROPE(.layout = PLUMB_ROPE_INTERLEAVED)},
    {.name = "rope with base 10000 for 500000",
     .made = ROPE_OTHER_BASE,
     .position = {.kind = PLUMB_POSITION_ROPE, .rope = {.dim = 32, .base = 500000}}},
    {.name = "yarn truncated",
     .made = ROPE_TRUNCATED,
     .position = {.kind = PLUMB_POSITION_ROPE, .rope = ROPE_OF_GPT_OSS(32)}},
    {.name = "yarn without attention factor",
     .made = ROPE_MULTIPLIER_OMITTED,
     .position = ROPE(.scaling = PLUMB_ROPE_YARN, .factor = 4, .original = 4096, .beta_fast = 32,
                      .beta_slow = 1)},
    {.name = "temperature left out",
     .made = TEMPERATURE_OMITTED,
     .position = {.kind = PLUMB_POSITION_TEMPERATURE, .temperature = {0.1, 8, 1}}},
    {.name = "temperature from position 0",
     .made = TEMPERATURE_FROM_0,
     .position = {.kind = PLUMB_POSITION_TEMPERATURE, .temperature = {0.5, 8, 1}}},
    {.name = "temperature left out beside rope",
     .made = TEMPERATURE_OMITTED,
     .position = {.kind = PLUMB_POSITION_ROPE, .rope = {.dim = 16, .base = 10000}, .temperature = {0.1, 8, 0}}},
    {.name = "rope of the first elements for the last",
     .made = ROPE_OTHER_PART,
     .position = {.kind = PLUMB_POSITION_ROPE, .rope = {.dim = 16, .last = true, .base = 10000}}},
    {.name = "rope's sections interleaved for in blocks",
     .made = ROPE_OTHER_ORDER,
     .position = ROPE(.sections = {3, {6, 5, 5}}),
     .first = 7},
    {.name = "rope's sections in blocks for interleaved",
     .made = ROPE_OTHER_ORDER,
     .position = ROPE(.sections = {3, {6, 5, 5}}, .order = PLUMB_SECTIONS_INTERLEAVED),
     .first = 7},
    {.name = "rope by time alone", .made = ROPE_AXIS_0, .position = ROPE(.sections = {3, {6, 5, 5}}), .first = 7},
    {.name = "rope's axes exchanged",
     .made = ROPE_AXES_SWAPPED,
     .position = ROPE(.sections = {2, {8, 8}}, .frequencies = PLUMB_FREQUENCIES_RESTARTED),
     .first = 7},
    {.name = "rope's query one on", .made = QUERY_AT_NEXT_POSITION, .position = ROPE(.factor = 1)},
    {.name = "rope's positions in bf16",
     .made = POSITIONS_IN_BF16,
     .position = ROPE(.factor = 1),
     .first = 300},
    {.name = "rope's positions in bf16, far",
     .made = POSITIONS_IN_BF16,
     .position = ROPE(.factor = 1),
     .first = 8192},
};

enum { WRONG_ROTATIONS = sizeof wrong_rotations / sizeof *wrong_rotations };

START_TEST(wrong_engines_fail) {
    check_wrong_engines(&wrong_rotations[_i]);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("judge/rotation_mistakes");
    TCase *cases = tcase_create("rotation_mistakes");
    tcase_set_timeout(cases, random_timeout());
    tcase_add_loop_test(cases, wrong_engines_fail, 0, WRONG_ROTATIONS);
    suite_add_tcase(suite, cases);
    return run_suite(suite);
}
