/* spec/position/alibi.h - ALiBi: a distance times a slope of the head.

   Source: arXiv 2108.12409, section 3; slopes for any number of heads:
   github.com/ofirpress/attention_with_linear_biases.  With n = 2^floor(log2 H) the slope of head h is
   2^(-8 (h + 1)/n) for h < n, and 2^(-4 (2 (h - n) + 1)/n) for the others. */
#ifndef PLUMB_SPEC_POSITION_ALIBI_H
#define PLUMB_SPEC_POSITION_ALIBI_H
#include "spec/position/forms.h"
#include "spec/number/power.h"
#include "spec/number/rounding.h"
#include "spec/position/distance.h"

/*@ axiomatic Alibi {
      logic real alibi_slope(integer heads, integer h);
      logic integer alibi_distance(integer form, integer query, integer key);   // by which the slope is multiplied
      logic integer closest_power(integer heads);                               // n
      predicate power_of_two(integer n);
      logic integer alibi_steps(integer heads, integer h);                      // 8 (h + 1) or 4 (2 (h - n) + 1)
      logic real halved(integer steps, integer n);                              // 2^(-steps / n)
    } */

#ifdef PLUMB_DEFINITIONS
/*@ lemma alibi_slope_first: \forall integer heads, h; 0 <= h < closest_power(heads) ==>
      alibi_slope(heads, h) == \pow(2.0, -8.0 * (h + 1) / closest_power(heads)); */
/*@ lemma alibi_slope_other: \forall integer heads, h; 1 <= closest_power(heads) <= h ==>
      alibi_slope(heads, h) == \pow(2.0, -4.0 * (2 * (h - closest_power(heads)) + 1) / closest_power(heads)); */
/* where no key is after its query the symmetric form is the relative one, and that differs from the form by keys
   alone by the same number for every key */
/*@ lemma alibi_causal: \forall integer p, k; k <= p ==>
      alibi_distance(PLUMB_ALIBI_SYMMETRIC, p, k) == alibi_distance(PLUMB_ALIBI_RELATIVE, p, k); */
/*@ lemma alibi_shifted: \forall integer p, k;
      alibi_distance(PLUMB_ALIBI_RELATIVE, p, k) == alibi_distance(PLUMB_ALIBI_KEY, p, k) - p; */
#endif

/*@ lemma alibi_relative: \forall integer p, k; alibi_distance(PLUMB_ALIBI_RELATIVE, p, k) == k - p; */
/*@ lemma alibi_key: \forall integer p, k; alibi_distance(PLUMB_ALIBI_KEY, p, k) == k; */
/*@ lemma alibi_scaled_key: \forall integer p, k; alibi_distance(PLUMB_ALIBI_SCALED_KEY, p, k) == k; */
/*@ lemma alibi_symmetric: \forall integer p, k; alibi_distance(PLUMB_ALIBI_SYMMETRIC, p, k) == -\abs(k - p); */

/*@ lemma power_of_two_one: power_of_two(1); */
/*@ lemma power_of_two_next: \forall integer n; power_of_two(n) ==> power_of_two(n + n); */
/*@ lemma closest_power_is: \forall integer heads, n;
      power_of_two(n) && n <= heads < n + n ==> closest_power(heads) == n; */
/*@ lemma alibi_steps_first: \forall integer heads, h;
      0 <= h < closest_power(heads) ==> alibi_steps(heads, h) == 8 * (h + 1); */
/*@ lemma alibi_steps_other: \forall integer heads, h; closest_power(heads) <= h ==>
      alibi_steps(heads, h) == 4 * (2 * (h - closest_power(heads)) + 1); */
/*@ lemma alibi_slope_halves: \forall integer heads, h;
      halved(alibi_steps(heads, h), closest_power(heads)) == alibi_slope(heads, h); */
/*@ lemma halved_few: \forall integer a, n; n > 0 && 0 <= a <= 8 * n ==> 0 <= a / n <= 8; */
/*@ lemma halved_whole: \forall integer a, n; n > 0 && 0 <= a && a % n == 0 ==> halved(a / n, 1) == halved(a, n); */
/*@ lemma halved_part: \forall integer a, n; n > 0 && 0 <= a ==>
      rmul(rpower(2.0, -rdiv(a % n, n)), halved(a / n, 1)) == halved(a, n); */
/*@ lemma halving_none: halved(0, 1) == 1.0; */
/*@ lemma halving_exact: \forall integer k, m; 0 <= k < m <= k + 1 && m <= 8 ==>
      rounded_product(halved(k, 1), 0.5) == halved(m, 1) && \abs(halved(m, 1)) <= 0x1.fffffffffffffp1023; */
#endif
