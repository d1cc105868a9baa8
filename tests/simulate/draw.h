/* draw.h - random cases for simulated engines, with scores and masks as in trained models and sparse attention, and
   faults planted in a correct engine's results. */
#ifndef PLUMB_TESTS_SIMULATE_DRAW_H
#define PLUMB_TESTS_SIMULATE_DRAW_H
#include "case/case.h"
#include "tests/simulate/kinds.h"
#include "tests/support/problems.h"
#include <stdio.h>

typedef struct {
    const simulated_kind *kind;
    drawn_problem drawn;
    const char *mask; /* what it is called */
    double largest;   /* score, before rotations and biases */
    simulated_answers answers;
} simulated_case;

/* Up to `most_keys` keys, at least 16.  The kinds take turns with the numbers of cases. */
simulated_case draw_simulated_case(random_cases *cases, size_t most_keys);
void free_simulated_case(simulated_case *drawn);

/* Lets the engine of that kind evaluate `by`, which may differ from the problem that is asked. */
void answer_simulated_case(simulated_case *drawn, const plumb_problem *by);

/* What is judged: outputs and log-sum-exps, the precision as the kind states it, or left out. */
plumb_case state_simulated_case(const simulated_case *drawn, bool states_precision);

/* One line: kind, mask, shape, score. */
void print_simulated_case(FILE *to, const random_cases *cases, const simulated_case *drawn);

/* Faults.  Each changes a copy of what was asked; room holds what the copy points at. */
typedef struct {
    unsigned char *allowed;
    double *value;
    int64_t *position;
    char scale[64];
} fault_workspace;
size_t simulated_faults(void);
const char *simulated_fault_name(size_t index);
plumb_problem plant_fault(random_cases *cases, const simulated_case *drawn, size_t index, fault_workspace *workspace);
void free_fault(fault_workspace *workspace);
#endif
