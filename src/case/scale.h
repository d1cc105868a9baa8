/* scale.h - the text of a scale: an exact number, so that no digit that was stated is lost. */
#ifndef PLUMB_CASE_SCALE_H
#define PLUMB_CASE_SCALE_H
#include <stdbool.h>

/* True of a decimal  -? digits (. digits)? ([eE] [+-]? digits)?  or a ratio  -? digits / digits
   whose denominator is not zero, of at most PLUMB_SCALE_TEXT - 1 characters and with a decimal
   exponent within +-PLUMB_SCALE_EXPONENT, enough for every binary64 number and small enough that
   no text asks for astronomically long integers. */
bool plumb_scale_is_exact(const char *text);

/* True of such a decimal over the root of an integer above 0: "1/sqrt(192)". */
bool plumb_scale_is_over_root(const char *text);

enum { PLUMB_SCALE_TEXT = 800, PLUMB_SCALE_EXPONENT = 400 };

/* The exact decimal of a finite binary64 number, as such a text. */
void plumb_scale_print(double value, char text[PLUMB_SCALE_TEXT]);
#endif
