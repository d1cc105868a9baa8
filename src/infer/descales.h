/* descales.h - the factors by which a kernel multiplied the values and the scores of each head, as a table. */
#ifndef PLUMB_INFER_DESCALES_H
#define PLUMB_INFER_DESCALES_H

enum { PLUMB_DESCALES_TEXT = 400 };

typedef struct {
    double *values, *scores; /* [batch][query_heads] */
    char says[PLUMB_DESCALES_TEXT];
} plumb_descales;
#endif
