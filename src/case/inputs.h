/* inputs.h - what an operator or a position may take besides q, k and v: tensors of the file and
   parameters of the description, with their names there. */
#ifndef PLUMB_CASE_INPUTS_H
#define PLUMB_CASE_INPUTS_H
#include <stdbool.h>
#include <stdint.h>

/* First tensors, then parameters of the description. */
typedef enum {
    PLUMB_INPUT_BIAS,
    PLUMB_INPUT_SINKS,
    PLUMB_INPUT_K_STAR,
    PLUMB_INPUT_V_STAR,
    PLUMB_INPUT_KEY0_BIAS,
    PLUMB_INPUT_V_BIAS,
    PLUMB_INPUT_GATE,
    PLUMB_INPUT_W1,
    PLUMB_INPUT_W2,
    PLUMB_INPUT_QUERY_POSITIONS, /* the tensors of positions, from here on */
    PLUMB_INPUT_KEY_POSITIONS,
    PLUMB_INPUT_POSITION_TABLE,
    PLUMB_INPUT_POSITION_VALUES,
    PLUMB_INPUT_SLOPES,
    PLUMB_INPUT_ROPE_COS,
    PLUMB_INPUT_ROPE_SIN,
    PLUMB_INPUT_ROPE_LONG,
    PLUMB_INPUT_ROPE_SHORT,
    PLUMB_INPUT_TENSORS, /* how many tensors there are */
    PLUMB_INPUT_ALPHA = PLUMB_INPUT_TENSORS,
    PLUMB_INPUT_POWER,
    PLUMB_INPUT_GAMMA,
    PLUMB_INPUT_ZETA,
    PLUMB_INPUT_EPSILON,
    PLUMB_INPUT_SOFTCAP,
    PLUMB_INPUT_SOFTCAP_ORDER,
    PLUMB_INPUT_NORMALISATION,
    PLUMB_INPUT_SINK_KEYS,
    PLUMB_INPUT_LSE_SINK,
    PLUMB_INPUT_POSITION_OFFSET, /* the parameters of positions, from here on */
    PLUMB_INPUT_SINUSOIDAL_LAYOUT,
    PLUMB_INPUT_SINUSOIDAL_DENOMINATOR,
    PLUMB_INPUT_SINUSOIDAL_BASE,
    PLUMB_INPUT_ROPE_LAYOUT,
    PLUMB_INPUT_ROPE_DIM,
    PLUMB_INPUT_ROPE_BASE,
    PLUMB_INPUT_ROPE_SCALING,
    PLUMB_INPUT_ROPE_FACTOR,
    PLUMB_INPUT_ROPE_ORIGINAL,
    PLUMB_INPUT_ROPE_LENGTH,
    PLUMB_INPUT_ROPE_LENGTH_RULE,
    PLUMB_INPUT_ROPE_MULTIPLIER,
    PLUMB_INPUT_ROPE_BETA_FAST,
    PLUMB_INPUT_ROPE_BETA_SLOW,
    PLUMB_INPUT_ROPE_TRUNCATE,
    PLUMB_INPUT_ROPE_MSCALE,
    PLUMB_INPUT_ROPE_MSCALE_ALL,
    PLUMB_INPUT_ROPE_LOW_FREQUENCY,
    PLUMB_INPUT_ROPE_HIGH_FREQUENCY,
    PLUMB_INPUT_ALIBI_FORM,
    PLUMB_INPUT_DIRECTION,
    PLUMB_INPUT_BUCKETS,
    PLUMB_INPUT_MAX_DISTANCE,
    PLUMB_INPUTS
} plumb_input;

/* What a description writes for it. */
typedef enum {
    PLUMB_VALUE_TENSOR, /* nothing: it is a tensor */
    PLUMB_VALUE_WORD,
    PLUMB_VALUE_INTEGER,
    PLUMB_VALUE_NUMBER,
    PLUMB_VALUE_TRUTH /* true or false */
} plumb_value_kind;

/* As a file names the tensor, or the description the parameter: "k_star", "alpha". */
const char *plumb_input_name(plumb_input input);
plumb_value_kind plumb_input_kind(plumb_input input);

/* The parameter of that name; false if there is none. */
bool plumb_input_find(const char *name, plumb_input *input);

/* A set of inputs. */
typedef uint64_t plumb_input_set;
#define PLUMB_INPUT_SET(input) (UINT64_C(1) << (input))

/* Those that belong to positions; the rest belongs to operators. */
plumb_input_set plumb_inputs_of_positions(void);
#endif
