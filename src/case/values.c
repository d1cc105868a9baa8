#include "case/values.h"
#include "case/parameters.h"
#include "case/positions.h"

int plumb_value_word(plumb_description *out, plumb_input input, const char *field, const char *text,
                     plumb_error *error) {
    switch (input) {
    case PLUMB_INPUT_NORMALISATION:
        return plumb_description_normalisation(out, field, text, error);
    case PLUMB_INPUT_SOFTCAP_ORDER:
        return plumb_description_softcap_order(out, field, text, error);
    case PLUMB_INPUT_LSE_SINK:
        return plumb_description_lse_sink(out, field, text, error);
    default:
        return plumb_position_word(out, input, field, text, error);
    }
}

int plumb_value_integer(plumb_description *out, plumb_input input, const char *field,
                        int64_t integer, plumb_error *error) {
    if (input == PLUMB_INPUT_SINK_KEYS)
        return plumb_description_sink_keys(out, field, integer, error);
    return plumb_position_integer(out, input, field, integer, error);
}

int plumb_value_number(plumb_description *out, plumb_input input, const char *field, double number,
                       plumb_error *error) {
    if ((plumb_inputs_of_positions() & PLUMB_INPUT_SET(input)) == 0)
        return plumb_description_number(out, input, field, number, error);
    return plumb_position_number(out, input, field, number, error);
}

int plumb_value_truth(plumb_description *out, plumb_input input, const char *field, bool truth,
                      plumb_error *error) {
    return plumb_position_truth(out, input, field, truth, error);
}
