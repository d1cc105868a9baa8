/* shapes.h - the shapes and conventions on which cheats are tried. */
#ifndef PLUMB_TESTS_CHALLENGE_SHAPES_H
#define PLUMB_TESTS_CHALLENGE_SHAPES_H
#include <stdio.h>

#define SHAPE(b, h, g, t, n, d, more)                                                               \
    "{\"shape\":{\"batch\":" #b ",\"query_heads\":" #h ",\"key_heads\":" #g ",\"query_length\":" #t \
    ",\"key_length\":" #n ",\"head_dim\":" #d "}" more

static const char *const shapes[] = {
    SHAPE(2, 4, 2, 24, 40, 32, ",\"mask\":\"causal\",\"causal_alignment\":\"bottom-right\""),
    SHAPE(1, 4, 4, 33, 33, 64, ",\"mask\":\"causal\""),
    SHAPE(1, 8, 2, 1, 200, 64, ""),
    SHAPE(3, 6, 3, 5, 77, 48, ",\"mask\":\"causal\",\"causal_alignment\":\"bottom-right\",\"softcap\":30"),
    SHAPE(1, 4, 1, 40, 70, 32,
          ",\"mask\":\"causal\",\"causal_alignment\":{\"offset\":30},"
          "\"window\":{\"left\":24,\"right\":0},\"sink\":\"logit\",\"tensors\":[\"sinks\"]"),
    SHAPE(1, 6, 2, 20, 130, 64,
          ",\"window\":{\"left\":40,\"right\":40},\"causal_alignment\":{\"offset\":50},"
          "\"tensors\":[\"bias\"]"),
    SHAPE(2, 2, 2, 17, 96, 64, ",\"mask\":\"causal\",\"causal_alignment\":\"bottom-right\",\"position\":\"alibi\""),
    SHAPE(1, 4, 2, 9, 100, 64, ",\"mask\":\"causal\",\"causal_alignment\":\"bottom-right\",\"position\":\"rope\""),
    SHAPE(1, 1, 1, 1, 65, 64, ""),
    SHAPE(2, 8, 1, 3, 129, 128, ",\"chunk\":64,\"mask\":\"causal\",\"causal_alignment\":\"bottom-right\""),
};

enum { SHAPES = sizeof shapes / sizeof *shapes };

static inline void shape_text(const char *shape, const char *dtype, char text[1024]) {
    snprintf(text, 1024, "%s,\"dtype\":\"%s\"}", shape, dtype);
}
#endif
