/* neighbours_positions_sinusoids.c - sinusoidal encodings: the order of sines and cosines, their
   frequencies, and tables in few bits. */
#include "diagnose/change_round.h"
#include "diagnose/change_sums.h"
#include "diagnose/neighbours_positions.h"
#include <math.h>

static int toggle_layout(const plumb_neighbour *neighbour, plumb_storage *storage,
                         plumb_case *changed) {
    plumb_problem *problem = &changed->problem;
    plumb_position *position = &problem->position;
    bool concatenated = position->sinusoidal == PLUMB_SINUSOIDAL_CONCATENATED;
    (void)neighbour;
    (void)storage;
    if (position->kind != PLUMB_POSITION_SINUSOIDAL || problem->head_dim <= 2)
        return 0;
    position->sinusoidal =
        concatenated ? PLUMB_SINUSOIDAL_INTERLEAVED : PLUMB_SINUSOIDAL_CONCATENATED;
    return plumb_positions_made(problem);
}

static int toggle_denominator(const plumb_neighbour *neighbour, plumb_storage *storage,
                              plumb_case *changed) {
    plumb_position *position = &changed->problem.position;
    (void)neighbour;
    (void)storage;
    if (position->kind != PLUMB_POSITION_SINUSOIDAL)
        return 0;
    position->sinusoidal_one_less = !position->sinusoidal_one_less;
    return plumb_positions_made(&changed->problem);
}

/* number: the base */
static int use_base(const plumb_neighbour *neighbour, plumb_storage *storage, plumb_case *changed) {
    plumb_position *position = &changed->problem.position;
    (void)storage;
    if (position->kind != PLUMB_POSITION_SINUSOIDAL || changed->problem.head_dim <= 2 ||
        position->sinusoidal_base == neighbour->number)
        return 0;
    position->sinusoidal_base = neighbour->number;
    return plumb_positions_made(&changed->problem);
}

/* Cosines where sines stand, and sines where cosines do. */
static int put_cosines_first(const plumb_neighbour *neighbour, plumb_storage *storage,
                             plumb_case *changed) {
    plumb_problem *problem = &changed->problem;
    size_t half = problem->head_dim / 2;
    bool concatenated = problem->position.sinusoidal == PLUMB_SINUSOIDAL_CONCATENATED;
    double *table = NULL;
    (void)neighbour;
    if (problem->position.kind != PLUMB_POSITION_SINUSOIDAL)
        return 0;
    int result = plumb_tabulate_sums(storage, problem, &table);
    if (result != 1)
        return result;
    for (size_t i = 0; i < problem->position.table_rows; i++)
        for (size_t m = 0; m < half; m++) {
            double *row = table + i * problem->head_dim;
            double *sine = row + (concatenated ? m : 2 * m);
            double *cosine = row + (concatenated ? m + half : 2 * m + 1), keep = *sine;
            *sine = *cosine;
            *cosine = keep;
        }
    return plumb_positions_made(problem);
}

/* second: the format of sines and cosines. */
static int round_table(const plumb_neighbour *neighbour, plumb_storage *storage,
                       plumb_case *changed) {
    plumb_problem *problem = &changed->problem;
    double *table = NULL;
    if (problem->position.kind != PLUMB_POSITION_SINUSOIDAL)
        return 0;
    int result = plumb_tabulate_sums(storage, problem, &table);
    if (result != 1)
        return result;
    bool differs = false;
    for (size_t i = 0; i < problem->position.table_rows * problem->head_dim; i++) {
        double rounded = plumb_round_twice(table[i], (plumb_format)neighbour->second);
        differs = differs || rounded != table[i];
        table[i] = rounded;
    }
    return differs ? plumb_positions_made(problem) : 0;
}

static void add_base(plumb_neighbourhood *list, double base, double stated) {
    plumb_neighbour neighbour = {.kind = PLUMB_NEIGHBOUR_FAULT,
                                 .axis = "sinusoidal_base",
                                 .change = use_base,
                                 .number = base};
    if (base == stated)
        return;
    plumb_change_member(&neighbour, "\"sinusoidal_base\":%.10g", base);
    plumb_change_add(list, neighbour, "uses sinusoidal base %.10g in place of %.10g", base, stated);
}

static void add_rounded(plumb_neighbourhood *list, plumb_format format, const char *name) {
    plumb_neighbour neighbour = {.kind = PLUMB_NEIGHBOUR_PRECISION,
                                 .axis = "sinusoidal table",
                                 .change = round_table,
                                 .second = format};
    plumb_change_add(list, neighbour, "rounds sines and cosines to %s", name);
}

static void add_orders(plumb_neighbourhood *list, bool concatenated) {
    plumb_neighbour layout = {
        .kind = PLUMB_NEIGHBOUR_CONVENTION, .axis = "sinusoidal_layout", .change = toggle_layout};
    plumb_neighbour cosines = {.kind = PLUMB_NEIGHBOUR_CONVENTION,
                               .axis = "sinusoidal_layout",
                               .change = put_cosines_first};
    plumb_change_member(&layout, "\"sinusoidal_layout\":\"%s\"",
                        concatenated ? "interleaved" : "concatenated");
    plumb_change_add(list, layout, "%s",
                     concatenated ? "interleaves sines and cosines"
                                  : "puts all sines before all cosines");
    plumb_change_add(list, cosines, "puts cosines before sines");
}

void plumb_neighbours_of_sinusoids(const plumb_case *stated, plumb_neighbourhood *neighbourhood) {
    const plumb_position *position = &stated->problem.position;
    size_t pairs = stated->problem.head_dim / 2;
    plumb_neighbour denominator = {.kind = PLUMB_NEIGHBOUR_CONVENTION,
                                   .axis = "sinusoidal_denominator",
                                   .change = toggle_denominator};
    if (position->kind != PLUMB_POSITION_SINUSOIDAL)
        return;
    plumb_change_member(&denominator, "\"sinusoidal_denominator\":\"%s\"",
                        position->sinusoidal_one_less ? "half" : "one-less");
    add_orders(neighbourhood, position->sinusoidal == PLUMB_SINUSOIDAL_CONCATENATED);
    plumb_change_add(neighbourhood, denominator, "uses sinusoidal frequencies base^(-m/%zu)",
                     position->sinusoidal_one_less ? pairs : pairs - 1);
    add_base(neighbourhood, 10000, position->sinusoidal_base);
    add_rounded(neighbourhood, PLUMB_BF16, "bf16");
    add_rounded(neighbourhood, PLUMB_F16, "f16");
}
