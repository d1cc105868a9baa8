#include "case/inputs.h"
#include <string.h>

static const struct {
    const char *name;
    plumb_value_kind kind;
} inputs[PLUMB_INPUTS] = {
    [PLUMB_INPUT_BIAS] = {"bias", PLUMB_VALUE_TENSOR},
    [PLUMB_INPUT_SINKS] = {"sinks", PLUMB_VALUE_TENSOR},
    [PLUMB_INPUT_K_STAR] = {"k_star", PLUMB_VALUE_TENSOR},
    [PLUMB_INPUT_V_STAR] = {"v_star", PLUMB_VALUE_TENSOR},
    [PLUMB_INPUT_KEY0_BIAS] = {"key0_bias", PLUMB_VALUE_TENSOR},
    [PLUMB_INPUT_V_BIAS] = {"v_bias", PLUMB_VALUE_TENSOR},
    [PLUMB_INPUT_GATE] = {"gate", PLUMB_VALUE_TENSOR},
    [PLUMB_INPUT_W1] = {"w1", PLUMB_VALUE_TENSOR},
    [PLUMB_INPUT_W2] = {"w2", PLUMB_VALUE_TENSOR},
    [PLUMB_INPUT_QUERY_POSITIONS] = {"query_positions", PLUMB_VALUE_TENSOR},
    [PLUMB_INPUT_KEY_POSITIONS] = {"key_positions", PLUMB_VALUE_TENSOR},
    [PLUMB_INPUT_POSITION_TABLE] = {"position_table", PLUMB_VALUE_TENSOR},
    [PLUMB_INPUT_POSITION_VALUES] = {"position_values", PLUMB_VALUE_TENSOR},
    [PLUMB_INPUT_SLOPES] = {"slopes", PLUMB_VALUE_TENSOR},
    [PLUMB_INPUT_ROPE_COS] = {"rope_cos", PLUMB_VALUE_TENSOR},
    [PLUMB_INPUT_ROPE_SIN] = {"rope_sin", PLUMB_VALUE_TENSOR},
    [PLUMB_INPUT_ROPE_LONG] = {"rope_long", PLUMB_VALUE_TENSOR},
    [PLUMB_INPUT_ROPE_SHORT] = {"rope_short", PLUMB_VALUE_TENSOR},
    [PLUMB_INPUT_ALPHA] = {"alpha", PLUMB_VALUE_NUMBER},
    [PLUMB_INPUT_POWER] = {"power", PLUMB_VALUE_NUMBER},
    [PLUMB_INPUT_GAMMA] = {"gamma", PLUMB_VALUE_NUMBER},
    [PLUMB_INPUT_ZETA] = {"zeta", PLUMB_VALUE_NUMBER},
    [PLUMB_INPUT_EPSILON] = {"epsilon", PLUMB_VALUE_NUMBER},
    [PLUMB_INPUT_SOFTCAP] = {"softcap", PLUMB_VALUE_NUMBER},
    [PLUMB_INPUT_SOFTCAP_ORDER] = {"softcap_order", PLUMB_VALUE_WORD},
    [PLUMB_INPUT_NORMALISATION] = {"normalisation", PLUMB_VALUE_WORD},
    [PLUMB_INPUT_SINK_KEYS] = {"sink_keys", PLUMB_VALUE_INTEGER},
    [PLUMB_INPUT_LSE_SINK] = {"lse_sink", PLUMB_VALUE_WORD},
    [PLUMB_INPUT_POSITION_OFFSET] = {"position_offset", PLUMB_VALUE_INTEGER},
    [PLUMB_INPUT_SINUSOIDAL_LAYOUT] = {"sinusoidal_layout", PLUMB_VALUE_WORD},
    [PLUMB_INPUT_SINUSOIDAL_DENOMINATOR] = {"sinusoidal_denominator", PLUMB_VALUE_WORD},
    [PLUMB_INPUT_SINUSOIDAL_BASE] = {"sinusoidal_base", PLUMB_VALUE_NUMBER},
    [PLUMB_INPUT_ROPE_LAYOUT] = {"rope_layout", PLUMB_VALUE_WORD},
    [PLUMB_INPUT_ROPE_DIM] = {"rope_dim", PLUMB_VALUE_INTEGER},
    [PLUMB_INPUT_ROPE_BASE] = {"rope_base", PLUMB_VALUE_NUMBER},
    [PLUMB_INPUT_ROPE_SCALING] = {"rope_scaling", PLUMB_VALUE_WORD},
    [PLUMB_INPUT_ROPE_FACTOR] = {"rope_factor", PLUMB_VALUE_NUMBER},
    [PLUMB_INPUT_ROPE_ORIGINAL] = {"rope_original", PLUMB_VALUE_NUMBER},
    [PLUMB_INPUT_ROPE_LENGTH] = {"rope_length", PLUMB_VALUE_NUMBER},
    [PLUMB_INPUT_ROPE_LENGTH_RULE] = {"rope_length_rule", PLUMB_VALUE_WORD},
    [PLUMB_INPUT_ROPE_MULTIPLIER] = {"rope_multiplier", PLUMB_VALUE_NUMBER},
    [PLUMB_INPUT_ROPE_BETA_FAST] = {"rope_beta_fast", PLUMB_VALUE_NUMBER},
    [PLUMB_INPUT_ROPE_BETA_SLOW] = {"rope_beta_slow", PLUMB_VALUE_NUMBER},
    [PLUMB_INPUT_ROPE_TRUNCATE] = {"rope_truncate", PLUMB_VALUE_TRUTH},
    [PLUMB_INPUT_ROPE_MSCALE] = {"rope_mscale", PLUMB_VALUE_NUMBER},
    [PLUMB_INPUT_ROPE_MSCALE_ALL] = {"rope_mscale_all", PLUMB_VALUE_NUMBER},
    [PLUMB_INPUT_ROPE_LOW_FREQUENCY] = {"rope_low_frequency", PLUMB_VALUE_NUMBER},
    [PLUMB_INPUT_ROPE_HIGH_FREQUENCY] = {"rope_high_frequency", PLUMB_VALUE_NUMBER},
    [PLUMB_INPUT_ALIBI_FORM] = {"alibi_form", PLUMB_VALUE_WORD},
    [PLUMB_INPUT_DIRECTION] = {"direction", PLUMB_VALUE_WORD},
    [PLUMB_INPUT_BUCKETS] = {"buckets", PLUMB_VALUE_INTEGER},
    [PLUMB_INPUT_MAX_DISTANCE] = {"max_distance", PLUMB_VALUE_INTEGER},
};

const char *plumb_input_name(plumb_input input) {
    return inputs[input].name;
}

plumb_value_kind plumb_input_kind(plumb_input input) {
    return inputs[input].kind;
}

bool plumb_input_find(const char *name, plumb_input *input) {
    for (int i = PLUMB_INPUT_TENSORS; i < PLUMB_INPUTS; i++)
        if (strcmp(name, inputs[i].name) == 0) {
            *input = (plumb_input)i;
            return true;
        }
    return false;
}

plumb_input_set plumb_inputs_of_positions(void) {
    plumb_input_set set = 0;
    for (int i = PLUMB_INPUT_QUERY_POSITIONS; i < PLUMB_INPUT_TENSORS; i++)
        set |= PLUMB_INPUT_SET(i);
    for (int i = PLUMB_INPUT_POSITION_OFFSET; i < PLUMB_INPUTS; i++)
        set |= PLUMB_INPUT_SET(i);
    return set;
}
