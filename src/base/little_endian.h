/* little_endian.h - the integers of a file, byte by byte: tensor files are little-endian and
   their data need not be aligned, whatever the host is. */
#ifndef PLUMB_BASE_LITTLE_ENDIAN_H
#define PLUMB_BASE_LITTLE_ENDIAN_H
#include <stddef.h>
#include <stdint.h>

static inline uint64_t plumb_load(const unsigned char *bytes, size_t size) {
    uint64_t value = 0;
    for (size_t i = size; i > 0; i--)
        value = value << 8 | bytes[i - 1];
    return value;
}

static inline void plumb_store(unsigned char *bytes, size_t size, uint64_t value) {
    for (size_t i = 0; i < size; i++) {
        bytes[i] = (unsigned char)(value & 0xFF);
        value >>= 8;
    }
}
#endif
