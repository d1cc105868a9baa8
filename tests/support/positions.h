/* positions.h - positional encodings drawn at random: every form, layout and scaling, position ids near
   0 and as far as positions go. */
#ifndef PLUMB_TESTS_SUPPORT_POSITIONS_H
#define PLUMB_TESTS_SUPPORT_POSITIONS_H
#include "tests/support/problems.h"

/* Gives a problem an encoding of that kind, with parameters and tensors that are allowed together; none
   where the shape or the operator allows none of that kind. */
void draw_position(random_cases *cases, drawn_problem *drawn, plumb_position_kind kind,
                   problem_character character);
#endif
