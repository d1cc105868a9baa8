#include "diagnose/change_claims.h"
#include "diagnose/fit.h"
#include "diagnose/logarithms.h"
#include "diagnose/rows.h"

void plumb_neighbours_of_claims(const plumb_case *stated, plumb_neighbourhood *neighbourhood) {
    static const char mode[] = "qk_matmul_output_mode";
    bool lse = stated->lse.present, scores = stated->scores.present, weights = stated->weights.present;
#include "diagnose/neighbours_claims.def"
    plumb_neighbours_of_factors(stated, neighbourhood);
}
