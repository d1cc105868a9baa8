/* index.h - where a row and an element of a row-major matrix start; the products cannot wrap. */
#ifndef PLUMB_NUMBER_INDEX_H
#define PLUMB_NUMBER_INDEX_H
#include "spec/number/sequence.h"
#include <stddef.h>

/* No array is longer: an element has at least 8 bytes, an address 64 bits. */
#define PLUMB_MOST_ELEMENTS 0x0fffffffffffffff

/*@ requires inside: 0 <= row < rows && 0 <= width && rows * width <= PLUMB_MOST_ELEMENTS;
    assigns \nothing;
    ensures value: \result == place(row, width, 0) && 0 <= \result && \result + width <= rows * width;
*/
static inline size_t plumb_row_offset(size_t row, size_t width, size_t rows) {
    (void)rows; /* stands only in the contract */
    return row * width;
}

/*@ requires inside: 0 <= row < rows && 0 <= column < width && rows * width <= PLUMB_MOST_ELEMENTS;
    assigns \nothing;
    ensures value: \result == place(row, width, column) && 0 <= \result < rows * width;
*/
static inline size_t plumb_element_offset(size_t row, size_t column, size_t width, size_t rows) {
    return plumb_row_offset(row, width, rows) + column;
}
#endif
