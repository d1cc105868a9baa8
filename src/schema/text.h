/* text.h - appends to texts in buffers of fixed size. */
#ifndef PLUMB_SCHEMA_TEXT_H
#define PLUMB_SCHEMA_TEXT_H
#include <stddef.h>

/* Appends to the text, which has a room of that size; what does not fit is cut. */
void plumb_text_add(char *text, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* As many digits as tell a factor from 1 by two of their own, at least 3, and at most so many. */
int plumb_digits_of_factor(double factor, int most);

/* Two digits, or as many as "%.*g" needs to print a number below 1e6 without an exponent. */
int plumb_two_digits(double number);
#endif
