/* weight_deviation.h - by how much weights err that are no exponential alone: those of clips, differences and maps. */
#ifndef PLUMB_SIMULATED_WEIGHT_DEVIATION_H
#define PLUMB_SIMULATED_WEIGHT_DEVIATION_H
#include "simulate/deviation.h"

/* The variance of a map of a score because of what is stored on its way. */
double plumb_map_store(const plumb_simulated_activation *map, const plumb_precision *precision, double score);

/* The moments of the weights of the row at hand, where they are not those of an exponential, and their sum. */
void plumb_deviation_weigh(plumb_deviation *deviation, size_t keys);

/* Whether an error common to all weights leaves the output as it is. */
bool plumb_weights_are_centred(const plumb_problem *problem);
#endif
