/* scale.h - parses the text of a scale, an exact number: no stated digit is lost. */
#ifndef PLUMB_CASE_SCALE_H
#define PLUMB_CASE_SCALE_H
#include "base/storage.h"
#include <stdbool.h>

/* True of a decimal  -? digits (. digits)? ([eE] [+-]? digits)?  or a ratio  -? digits / digits
   whose denominator is not zero, of at most PLUMB_SCALE_TEXT - 1 characters and with a decimal
   exponent within +-PLUMB_SCALE_EXPONENT, enough for every binary64 number and small enough that
   no text asks for astronomically long integers. */
bool plumb_scale_is_exact(const char *text);

enum { PLUMB_SCALE_TEXT = 800, PLUMB_SCALE_EXPONENT = 400 };

/* Reads an exact text (scale_read.c), with spaces between its parts:

     sum     = -? product ([+-] product)*
     product = power ([*\/] power)*              from the left
     power   = atom ((^|**) -? atom)?             to an integer or half of one
     atom    = decimal | (sum) | sqrt(sum)

   into the form that plumb_scale of problem/problem.h takes: a decimal or a ratio as it stands, all else as a ratio, or
   a ratio over a root, in lowest terms (case/surd.h): "2^-3.5" is "1/8/sqrt(2)".  False of any other text, and where
   that does not exist or one of its integers would reach 2^63. */
bool plumb_scale_read(const char *text, char plain[PLUMB_SCALE_TEXT]);

/* That form of a text that was read, NULL of NULL; false if memory is short. */
bool plumb_scale_keep(const char *text, plumb_storage *storage, const char **plain);

/* The exact decimal of a finite binary64 number, as such a text. */
void plumb_scale_print(double value, char text[PLUMB_SCALE_TEXT]);
#endif
