#include "case/masks.h"
#include "case/choices.h"
#include <inttypes.h>

/* p + right and p - left never overflow, and no tensor could tell larger numbers apart. */
#define INTEGER_MAX (INT64_C(1) << 53)

/* name is "left " within a window, "" where field says it all. */
static int check_integer(const char *field, const char *name, int64_t number, int64_t least,
                         plumb_error *error) {
    if (number < least)
        return plumb_fail(error, "%s: %s%" PRId64 " is below %" PRId64, field, name, number, least);
    if (number > INTEGER_MAX)
        return plumb_fail(error, "%s: %s%" PRId64 " is beyond 2^53", field, name, number);
    return 0;
}

int plumb_description_mask(plumb_description *out, const char *field, const char *text,
                           plumb_error *error) {
    static const char *const masks[] = {"none", "causal", "prefix", NULL};
    size_t number = 0;
    if (plumb_choose_word(masks, field, text, &number, error) != 0)
        return -1;
    out->causal = number == 1;
    out->mask.prefixed = number == 2;
    return 0;
}

int plumb_description_prefix(plumb_description *out, const char *field, int64_t prefix,
                             plumb_error *error) {
    if (check_integer(field, "", prefix, 0, error) != 0)
        return -1;
    out->mask.prefix = prefix;
    out->prefix_stated = true;
    return 0;
}

int plumb_description_window(plumb_description *out, const char *field, int64_t left, int64_t right,
                             plumb_error *error) {
    if (check_integer(field, "left ", left, -1, error) != 0 ||
        check_integer(field, "right ", right, -1, error) != 0)
        return -1;
    out->mask.windowed = true;
    out->mask.left = left;
    out->mask.right = right;
    return 0;
}

int plumb_description_streaming(plumb_description *out, const char *field, int64_t first,
                                int64_t recent, plumb_error *error) {
    if (check_integer(field, "first ", first, 0, error) != 0 ||
        check_integer(field, "recent ", recent, 0, error) != 0)
        return -1;
    out->mask.streaming = true;
    out->mask.first = first;
    out->mask.recent = recent;
    return 0;
}

int plumb_description_chunk(plumb_description *out, const char *field, int64_t width,
                            plumb_error *error) {
    if (check_integer(field, "", width, 1, error) != 0)
        return -1;
    out->mask.chunk = width;
    return 0;
}

int plumb_description_streaming_positions(plumb_description *out, const char *field,
                                          const char *text, plumb_error *error) {
    static const char *const places[] = {"text", "cache", NULL};
    size_t number = 0;
    if (plumb_choose_word(places, field, text, &number, error) != 0)
        return -1;
    out->mask.in_cache = number == 1;
    out->streaming_positions_stated = true;
    return 0;
}

int plumb_description_polarity(plumb_description *out, const char *field, const char *text,
                               plumb_error *error) {
    static const char *const polarities[] = {"true-attends", "true-hides", NULL};
    size_t number = 0;
    if (plumb_choose_word(polarities, field, text, &number, error) != 0)
        return -1;
    out->true_hides = number == 1;
    out->polarity_stated = true;
    return 0;
}

static int check_prefix(const plumb_description *description, const char *source,
                        plumb_error *error) {
    const plumb_mask *mask = &description->mask;
    if (mask->prefixed && !description->prefix_stated)
        return plumb_fail(error, "%s: prefix: missing; mask prefix needs it", source);
    if (!mask->prefixed && description->prefix_stated)
        return plumb_fail(error, "%s: prefix: %" PRId64 " is stated but mask is %s", source,
                          mask->prefix, description->causal ? "causal" : "none");
    return 0;
}

/* Positions within the cache take the place of those in the text, which position ids would state. */
static int check_cache(const plumb_description *description, const char *source,
                       plumb_error *error) {
    const plumb_mask *mask = &description->mask;
    if (!description->streaming_positions_stated)
        return 0;
    if (!mask->streaming || description->position.kind == PLUMB_POSITION_NONE)
        return plumb_fail(error, "%s: streaming_positions: would be passed over: there is no %s",
                          source, mask->streaming ? "position" : "mask streaming");
    if (mask->in_cache && mask->recent == 0)
        return plumb_fail(error,
                          "%s: streaming_positions: 'cache' needs a recent of at least 1: the "
                          "query's own key has a place in the cache",
                          source);
    if (mask->in_cache && description->op.sink == PLUMB_SINK_FIRST_KEYS)
        return plumb_fail(error,
                          "%s: streaming_positions: 'cache': sink first-keys shows keys that have "
                          "no place in the cache",
                          source);
    return 0;
}

/* Whether a mask counts from the position of the query among the keys. */
static bool needs_position(const plumb_description *description) {
    const plumb_mask *mask = &description->mask;
    return description->causal || mask->prefixed || mask->windowed || mask->streaming ||
           mask->chunk != 0;
}

static int resolve_offset(const plumb_description *description, const char *source,
                          const plumb_problem *problem, int64_t *offset, plumb_error *error) {
    switch (description->alignment) {
    case PLUMB_ALIGNMENT_UNSTATED:
        if (problem->query_length != problem->key_length)
            return plumb_fail(error,
                              "%s: causal_alignment must be stated: query_length %zu and "
                              "key_length %zu differ",
                              source, problem->query_length, problem->key_length);
        break;
    case PLUMB_ALIGNMENT_TOP_LEFT:
        break;
    case PLUMB_ALIGNMENT_BOTTOM_RIGHT:
        *offset = (int64_t)problem->key_length - (int64_t)problem->query_length;
        break;
    case PLUMB_ALIGNMENT_OFFSET:
        *offset = description->offset;
        break;
    }
    return 0;
}

int plumb_masks_assemble(const plumb_description *description, bool queries_count,
                         const char *source, plumb_problem *problem, plumb_error *error) {
    problem->causal = (plumb_causal){description->causal, 0};
    problem->mask = description->mask;
    if (check_prefix(description, source, error) != 0 ||
        check_cache(description, source, error) != 0)
        return -1;
    if (needs_position(description) || queries_count)
        return resolve_offset(description, source, problem, &problem->causal.offset, error);
    if (description->alignment != PLUMB_ALIGNMENT_UNSTATED)
        return plumb_fail(
            error,
            "%s: causal_alignment is stated but nothing counts positions: a mask causal, "
            "prefix, window, streaming or chunk, or a position without "
            "query_positions",
            source);
    return 0;
}
