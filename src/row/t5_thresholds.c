/* t5_thresholds.c - see t5_thresholds.h. */
#include "row/t5_thresholds.h"
#include <flint/fmpz.h>

/* The least integer whose power reaches the number. */
static uint64_t root_above(const fmpz_t number, size_t degree) {
    fmpz_t root, power;
    fmpz_init(root);
    fmpz_init(power);
    fmpz_root(root, number, (slong)degree);
    fmpz_pow_ui(power, root, degree);
    uint64_t result = fmpz_get_ui(root) + (fmpz_cmp(power, number) < 0 ? 1 : 0);
    fmpz_clear(root);
    fmpz_clear(power);
    return result;
}

/* n^logarithmic >= max_distance^i linear^{logarithmic - i} */
static uint64_t least_distance(size_t linear, size_t logarithmic, size_t max_distance, size_t i) {
    fmpz_t bound, factor;
    fmpz_init_set_ui(bound, max_distance);
    fmpz_init_set_ui(factor, linear);
    fmpz_pow_ui(bound, bound, i);
    fmpz_pow_ui(factor, factor, logarithmic - i);
    fmpz_mul(bound, bound, factor);
    uint64_t distance = root_above(bound, logarithmic);
    fmpz_clear(bound);
    fmpz_clear(factor);
    return distance;
}

int plumb_t5_thresholds(size_t linear, size_t logarithmic, size_t max_distance, uint64_t *threshold) {
    if (linear == 0 || linear >= max_distance || logarithmic == 0)
        return -1;
    for (size_t i = 0; i + 1 < logarithmic; i++)
        threshold[i] = least_distance(linear, logarithmic, max_distance, i + 1);
    return 0;
}
