/* weight_deviation.h - the errors of weights that are not plain exponentials: those of clips, differences and maps. */
#ifndef PLUMB_SIMULATED_WEIGHT_DEVIATION_H
#define PLUMB_SIMULATED_WEIGHT_DEVIATION_H
#include "simulate/deviation.h"

/* The variance of a map of a score due to stored intermediate results. */
double plumb_map_store(const plumb_simulated_activation *map, const plumb_precision *precision, double score);

/* Computes the moments of the current row's weights, if they are not exponentials, and their sum. */
void plumb_deviation_weigh(plumb_deviation *deviation, size_t keys);

/* Whether an error common to all weights leaves the output unchanged. */
bool plumb_weights_are_centred(const plumb_problem *problem);
#endif
