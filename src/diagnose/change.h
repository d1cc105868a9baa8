/* change.h - common parts of changes: the conventions of a case as arrays that a change may alter, however the case
   states them. */
#ifndef PLUMB_DIAGNOSE_CHANGE_H
#define PLUMB_DIAGNOSE_CHANGE_H
#include "diagnose/making.h"

/* What exponentials and logarithms to the bases e and 2 differ by, to the nearest binary64 numbers. */
#define PLUMB_LN_2 0x1.62e42fefa39efp-1
#define PLUMB_LOG2_E 0x1.71547652b82fep+0

/* A copy of count elements of the given size; NULL if memory is short, or if array is NULL and
   count is not 0. */
void *plumb_change_copy(plumb_storage *storage, const void *array, size_t count, size_t size);

/* How many numbers the tensors of a problem have. */
size_t plumb_key_elements(const plumb_problem *problem);
size_t plumb_value_elements(const plumb_problem *problem);

/* The scale as a binary64 number. */
double plumb_change_scale(const plumb_problem *problem);

/* How far apart the numbers of a format are: this part of the power of two below them, but of no power below least. */
typedef struct {
    double step, least;
} plumb_spacing;

/* A finite x in a format of that spacing, to nearest, ties to even, whatever the largest number (change_round.c).
   |x| is below 2^900. */
double plumb_round_to_digits(double x, plumb_spacing spacing);

/* x in binary32, and that in the format, PLUMB_F16 or PLUMB_BF16: to nearest, ties to even, beyond the
   largest to infinity.  As plumb_round_double of exact/round.h, but fast (change_round.c). */
double plumb_round_twice(double x, plumb_format format);

/* Element c of each vector of these tensors, those that the case has, becomes the one that was element from[c], from
   [head_dim].  Returns 1, or -1 if memory is short. */
int plumb_permute(const plumb_making *m, const char *names, const size_t *from);
#define PLUMB_VECTORS "q k k_star"

/* ---- masks (change_masks.c) ---- */

/* Whether a mask counts from the position of the query, whether the encoding does, and whether
   either does, so that a case states where queries stand. */
bool plumb_mask_counts(const plumb_problem *problem);
bool plumb_encoding_counts(const plumb_problem *problem);
bool plumb_offset_counts(const plumb_problem *problem);

/* Has the boolean mask hide what is beyond the length of each batch entry, too.  1, or -1 if memory is short. */
int plumb_hide_lengths(plumb_storage *storage, plumb_problem *problem);

/* Whether a row is empty: no extra logit takes the attention, and no softcap shows hidden keys. */
bool plumb_has_empty_row(const plumb_problem *problem);

/* Whether the two places of the softcap differ here: in what is added, or in what is hidden (change_scores.c). */
bool plumb_softcap_orders_differ(const plumb_problem *p, plumb_softcap_order one, plumb_softcap_order other);

/* ---- positions (change_positions.c, change_places.c) ---- */

/* Whether the tables of the encoding have rows for all positions. */
bool plumb_positions_fit(const plumb_problem *problem);

/* Whether reading a case would accept the positional encoding of the problem, its tensors and its
   positions (schema/rules.h, case/position_tensors.h): what a change ends with. */
bool plumb_positions_allowed(const plumb_problem *problem);

/* 1 where they are, else 0. */
int plumb_positions_made(const plumb_problem *problem);

/* Whether the vector of a sink meets queries that a position has moved: then it matters where they
   stand, not only how far apart. */
bool plumb_sink_meets_positions(const plumb_problem *problem);

/* Whether positions are stated one by one. */
bool plumb_has_ids(const plumb_problem *problem);

/* Whether only distances between positions count: moving queries one way is moving keys the other,
   and positions below 0 can be lifted. */
bool plumb_distances_count(const plumb_problem *problem);

/* Number i of the positions of queries, or of keys, [batch][axes][length]. */
int64_t plumb_place_at(const plumb_problem *problem, bool queries, size_t i);

/* States the positions of all queries and keys, as they are, as position ids, which stay where the
   offset of the queries changes. *query and *key, unless NULL, are those new arrays, to be changed;
   forms of ALiBi that are of keys alone have no ids of queries, a temperature none of keys. Returns 1, or 0 without an
   encoding and where each query counts keys in a cache of its own, or -1 if memory is short. */
int plumb_state_positions(plumb_storage *storage, plumb_problem *problem, int64_t **query, int64_t **key);

/* Whether a number that stands for a position, or a multiple of it, would be taken for the position: a temperature has
   its own reading of them. */
bool plumb_reads_numbers(const plumb_problem *problem);

/* Gives every position in use a number, 0 to *rows - 1, in its place: position ids then are rows of
   a table, and row i is to be made for (*position)[i].  Returns as above. */
int plumb_number_positions(plumb_storage *storage, plumb_problem *problem, int64_t **position, size_t *rows);

/* What a change of stated positions ends with: 1 if they are allowed and some query or key stands
   elsewhere than before; else 0.  Where only distances count all are lifted to 0 and above, since
   vectors are not moved by positions below that. */
int plumb_places_made(const plumb_problem *before, const plumb_problem *problem, int64_t *query, int64_t *key);

/* moved [rows][head_dim], the vector [head_dim] at position[0 .. rows - 1], within a few units of
   2^-50 of its size. The problem has an encoding that moves vectors. Returns 1, or -1 if memory is
   short. */
int plumb_move_vector(plumb_storage *storage, const plumb_problem *problem, const double *vector,
                      const int64_t *position, size_t rows, double *moved);

/* ---- rotations (change_rope.c) ---- */

/* Whether the case rotates by angles that are computed, not stated in tables. */
bool plumb_computes_angles(const plumb_problem *problem);

/* mu of such a rotation, and one that is stated, in place of what its rule reads. */
double plumb_rope_factor(const plumb_rope *rope);
/* YaRN's 0.1 c ln s + 1. */
double plumb_rope_growth(const plumb_rope *rope, double c);
void plumb_state_rope_factor(plumb_rope *rope, double factor);

/* Turns a rotation, computed or stated, into one of stated cosines and sines, which are returned to
   be changed: a row for each number of a position, as plumb_number_positions has it, and one row
   more, the last, that turns nothing. *position has the positions of the rows but the last,
   rope.rows - 1. Returns 1, or 0 where positions have no numbers, or -1 if memory is short. */
int plumb_tabulate_rotation(plumb_storage *storage, plumb_problem *problem, int64_t **position, double **cosine,
                            double **sine);

/* Whether one rotation differs from the other in layout, angles or multiplier by more than rounding: 1 or 0, or -1 if
   memory is short. */
int plumb_rotation_differs(plumb_storage *storage, const plumb_problem *before, const plumb_problem *after);

/* ---- tables (change_slopes.c, change_sums.c) ---- */

/* States the slopes of ALiBi, as they are.  Returns 1, or -1 if memory is short. */
int plumb_state_slopes(plumb_storage *storage, plumb_problem *problem);

/* Whether the encoding adds vectors: sinusoidal, learned. */
bool plumb_adds_vectors(const plumb_problem *problem);

/* Turns such an encoding into a learned one of offset 0, whose table is returned to be changed: a
   row of head_dim numbers for each number of a position, as plumb_number_positions has it, and one
   row more, the last, of zeros. Returns 1, or 0 where positions have no numbers, or -1 if memory is
   short. */
int plumb_tabulate_sums(plumb_storage *storage, plumb_problem *problem, double **table);
#endif
