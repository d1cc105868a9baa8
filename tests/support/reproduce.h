/* reproduce.h - reports a failing random case in one line: how to run it alone, and its inputs as exact hexadecimal
   numbers. */
#ifndef PLUMB_TESTS_SUPPORT_REPRODUCE_H
#define PLUMB_TESTS_SUPPORT_REPRODUCE_H
#include "problem/problem.h"
#include "tests/support/random.h"

typedef struct {
    char line[3900]; /* a check's message has room for 4096 characters */
    size_t length;
} reproduction;

reproduction reproduce(const random_cases *cases);
void reproduce_text(reproduction *line, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void reproduce_doubles(reproduction *line, const char *name, const double *x, size_t count);
void reproduce_balls(reproduction *line, const char *name, const plumb_ball *x, size_t count);
void reproduce_flags(reproduction *line, const char *name, const unsigned char *x, size_t count);
void reproduce_problem(reproduction *line, const plumb_problem *problem);
/* Fails the running check with the line. */
void reproduce_fail(const reproduction *line);
#endif
