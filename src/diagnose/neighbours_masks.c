/* neighbours_masks.c - masks that engines have in place of the stated ones: causal, prefix, window,
   streaming and chunk. */
#include "diagnose/neighbours_masks.h"
#include "diagnose/change_positions.h"
#include "diagnose/shown.h"
#include <inttypes.h>

int plumb_take_masks(plumb_case *changed, const plumb_problem *problem) {
    if (!plumb_positions_allowed(problem) || plumb_shows_same(problem, &changed->problem))
        return 0;
    changed->problem = *problem;
    return 1;
}

static int take_masks(plumb_case *changed, plumb_causal causal, plumb_mask mask) {
    plumb_problem problem = changed->problem;
    problem.causal = causal;
    problem.mask = mask;
    return plumb_take_masks(changed, &problem);
}

bool plumb_mask_counts(const plumb_problem *p) {
    return p->causal.causal || p->mask.prefixed || p->mask.windowed || p->mask.streaming ||
           p->mask.chunk != 0;
}

static int drop_causal(const plumb_neighbour *neighbour, plumb_storage *storage,
                       plumb_case *changed) {
    plumb_causal causal = changed->problem.causal;
    (void)neighbour;
    (void)storage;
    causal.causal = false;
    return take_masks(changed, causal, changed->problem.mask);
}

/* Where a query stands under a causal mask that no case states. */
typedef enum { AS_STATED, TOP_LEFT, BOTTOM_RIGHT } alignment;

/* integer: the alignment */
static int add_causal(const plumb_neighbour *neighbour, plumb_storage *storage,
                      plumb_case *changed) {
    const plumb_problem *p = &changed->problem;
    plumb_causal causal = {true, p->causal.offset};
    plumb_mask mask = p->mask;
    (void)storage;
    if (p->causal.causal)
        return 0;
    if (neighbour->integer == BOTTOM_RIGHT)
        causal.offset = (int64_t)p->key_length - (int64_t)p->query_length;
    else if (neighbour->integer == TOP_LEFT)
        causal.offset = 0;
    bool moves = causal.offset != p->causal.offset;
    if (moves && plumb_offset_counts(p))
        return 0;
    mask.prefixed = false;
    mask.prefix = 0;
    return take_masks(changed, causal, mask);
}

/* integer: the prefix */
static int use_prefix(const plumb_neighbour *neighbour, plumb_storage *storage,
                      plumb_case *changed) {
    plumb_mask mask = changed->problem.mask;
    (void)storage;
    if (!mask.prefixed || neighbour->integer < 0 ||
        (uint64_t)neighbour->integer > changed->problem.key_length)
        return 0;
    mask.prefix = neighbour->integer;
    return take_masks(changed, changed->problem.causal, mask);
}

static int drop_prefix(const plumb_neighbour *neighbour, plumb_storage *storage,
                       plumb_case *changed) {
    plumb_mask mask = changed->problem.mask;
    (void)neighbour;
    (void)storage;
    mask.prefixed = false;
    mask.prefix = 0;
    return take_masks(changed, changed->problem.causal, mask);
}

/* integer, second: left and right */
static int use_window(const plumb_neighbour *neighbour, plumb_storage *storage,
                      plumb_case *changed) {
    plumb_mask mask = changed->problem.mask;
    (void)storage;
    if (!mask.windowed)
        return 0;
    mask.left = neighbour->integer;
    mask.right = neighbour->second;
    return take_masks(changed, changed->problem.causal, mask);
}

static int window_as_chunk(const plumb_neighbour *neighbour, plumb_storage *storage,
                           plumb_case *changed) {
    plumb_mask mask = changed->problem.mask;
    (void)neighbour;
    (void)storage;
    if (!mask.windowed || mask.left < 0 || mask.chunk != 0)
        return 0;
    mask.chunk = mask.left + 1;
    mask.left = -1;
    mask.windowed = mask.right >= 0;
    return take_masks(changed, changed->problem.causal, mask);
}

static int chunk_as_window(const plumb_neighbour *neighbour, plumb_storage *storage,
                           plumb_case *changed) {
    plumb_mask mask = changed->problem.mask;
    (void)neighbour;
    (void)storage;
    if (mask.chunk == 0 || mask.windowed)
        return 0;
    mask.windowed = true;
    mask.left = mask.chunk - 1;
    mask.right = 0;
    mask.chunk = 0;
    return take_masks(changed, changed->problem.causal, mask);
}

/* integer: the width; 0 is none */
static int use_chunk(const plumb_neighbour *neighbour, plumb_storage *storage,
                     plumb_case *changed) {
    plumb_mask mask = changed->problem.mask;
    (void)storage;
    if (mask.chunk == 0)
        return 0;
    mask.chunk = neighbour->integer;
    return take_masks(changed, changed->problem.causal, mask);
}

/* integer, second: first and recent.  Positions within the cache go with it. */
static int use_streaming(const plumb_neighbour *neighbour, plumb_storage *storage,
                         plumb_case *changed) {
    plumb_mask mask = changed->problem.mask;
    (void)storage;
    if (!mask.streaming || neighbour->integer < 0 || neighbour->second < mask.in_cache)
        return 0;
    mask.first = neighbour->integer;
    mask.recent = neighbour->second;
    return take_masks(changed, changed->problem.causal, mask);
}

static int drop_streaming(const plumb_neighbour *neighbour, plumb_storage *storage,
                          plumb_case *changed) {
    plumb_mask mask = changed->problem.mask;
    (void)neighbour;
    (void)storage;
    if (!mask.streaming)
        return 0;
    mask.streaming = mask.in_cache = false;
    mask.first = mask.recent = 0;
    return take_masks(changed, changed->problem.causal, mask);
}

static void add_causals(const plumb_case *stated, plumb_neighbourhood *list) {
    const plumb_problem *p = &stated->problem;
    plumb_neighbour entry = {
        .kind = PLUMB_NEIGHBOUR_FAULT, .axis = "mask", .member = "\"mask\":\"none\""};
    entry.change = drop_causal;
    if (p->causal.causal) {
        plumb_change_add(list, entry, "leaves out the causal mask");
        return;
    }
    plumb_change_member(&entry, "\"mask\":\"causal\"");
    entry.change = add_causal;
    entry.kind = PLUMB_NEIGHBOUR_CONVENTION;
    if (plumb_offset_counts(p)) {
        entry.integer = AS_STATED;
        plumb_change_add(list, entry, "hides the keys after the query's position: a causal mask");
        return;
    }
    entry.integer = TOP_LEFT;
    plumb_change_member(&entry, "\"mask\":\"causal\",\"causal_alignment\":\"top-left\"");
    plumb_change_add(list, entry, "has a causal mask, aligned at the top left");
    if (p->query_length == p->key_length)
        return;
    entry.integer = BOTTOM_RIGHT;
    plumb_change_member(&entry, "\"mask\":\"causal\",\"causal_alignment\":\"bottom-right\"");
    plumb_change_add(list, entry, "has a causal mask, aligned at the bottom right");
}

static void add_prefixes(const plumb_case *stated, plumb_neighbourhood *list) {
    static const plumb_change_parameter of_prefix = {"prefix", use_prefix, "has a prefix of ",
                                                     " keys"};
    const plumb_mask *mask = &stated->problem.mask;
    if (!mask->prefixed)
        return;
    plumb_change_add(
        list,
        (plumb_neighbour){.kind = PLUMB_NEIGHBOUR_FAULT,
                          .axis = "mask",
                          .member = "\"mask\":\"none\"",
                          .change = drop_prefix},
        "leaves out the prefix mask, so that keys after the prefix and the query are seen");
    plumb_change_add_integer(list, &of_prefix, mask->prefix - 1, mask->prefix);
    plumb_change_add_integer(list, &of_prefix, mask->prefix + 1, mask->prefix);
}

static void add_window(plumb_neighbourhood *list, const plumb_mask *stated,
                       plumb_neighbour_kind kind, int64_t left, int64_t right) {
    plumb_neighbour entry = {
        .kind = kind, .axis = "window", .change = use_window, .integer = left, .second = right};
    if ((left == stated->left && right == stated->right) || left < -1 || right < -1)
        return;
    plumb_change_member(&entry, "\"window\":{\"left\":%" PRId64 ",\"right\":%" PRId64 "}", left,
                        right);
    plumb_change_add(list, entry,
                     "has the window left %" PRId64 ", right %" PRId64 " in place of left %" PRId64
                     ", right %" PRId64,
                     left, right, stated->left, stated->right);
}

/* One more or less on each side; either side unbounded; what other engines mean by the numbers. */
static void add_bounded_windows(const plumb_mask *m, plumb_neighbourhood *list) {
    int64_t left = m->left, right = m->right;
    if (left >= 0) {
        add_window(list, m, PLUMB_NEIGHBOUR_CONVENTION, left + 1, right);
        if (left > 0)
            add_window(list, m, PLUMB_NEIGHBOUR_CONVENTION, left - 1, right);
        add_window(list, m, PLUMB_NEIGHBOUR_FAULT, -1, right);
        add_window(list, m, PLUMB_NEIGHBOUR_CONVENTION, left, left);
        add_window(list, m, PLUMB_NEIGHBOUR_CONVENTION, left, 0);
        add_window(list, m, PLUMB_NEIGHBOUR_CONVENTION, left / 2, right / 2);
        add_window(list, m, PLUMB_NEIGHBOUR_CONVENTION, 2 * left, right > 0 ? 2 * right : right);
    }
    if (right >= 0) {
        add_window(list, m, PLUMB_NEIGHBOUR_FAULT, left, right + 1);
        if (right > 0)
            add_window(list, m, PLUMB_NEIGHBOUR_FAULT, left, right - 1);
        add_window(list, m, PLUMB_NEIGHBOUR_FAULT, left, -1);
    }
    if (left >= 0 && right >= 0 && left != right)
        add_window(list, m, PLUMB_NEIGHBOUR_FAULT, right, left);
}

static void add_windows(const plumb_case *stated, plumb_neighbourhood *list) {
    const plumb_mask *m = &stated->problem.mask;
    if (!m->windowed)
        return;
    plumb_change_add(list,
                     (plumb_neighbour){.kind = PLUMB_NEIGHBOUR_FAULT,
                                       .axis = "window",
                                       .member = "\"window\":{\"left\":-1,\"right\":-1}",
                                       .change = use_window,
                                       .integer = -1,
                                       .second = -1},
                     "leaves out the window");
    add_bounded_windows(m, list);
    if (m->left < 0)
        return;
    plumb_neighbour entry = {
        .kind = PLUMB_NEIGHBOUR_CONVENTION, .axis = "window", .change = window_as_chunk};
    plumb_change_member(&entry, "\"window\":{\"left\":-1,\"right\":%" PRId64 "},\"chunk\":%" PRId64,
                        m->right, m->left + 1);
    plumb_change_add(list, entry, "has chunks of %" PRId64 " keys in place of the window",
                     m->left + 1);
}

static void add_chunks(const plumb_case *stated, plumb_neighbourhood *list) {
    static const plumb_change_parameter of_chunk = {"chunk", use_chunk, "has chunks of ", " keys"};
    int64_t width = stated->problem.mask.chunk;
    const int64_t others[] = {width + 1, width - 1, 2 * width, width / 2};
    if (width == 0)
        return;
    plumb_change_add(
        list,
        (plumb_neighbour){.kind = PLUMB_NEIGHBOUR_FAULT, .axis = "chunk", .change = use_chunk},
        "leaves out the chunks");
    plumb_neighbour entry = {
        .kind = PLUMB_NEIGHBOUR_CONVENTION, .axis = "chunk", .change = chunk_as_window};
    plumb_change_add(list, entry, "has a window of %" PRId64 " keys in place of the chunks", width);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (others[i] > 0)
            plumb_change_add_integer(list, &of_chunk, others[i], width);
}

static void add_stream(plumb_neighbourhood *list, const plumb_mask *m, int64_t first,
                       int64_t recent) {
    plumb_neighbour entry = {.kind = PLUMB_NEIGHBOUR_FAULT,
                             .axis = "streaming",
                             .change = use_streaming,
                             .integer = first,
                             .second = recent};
    if (first < 0 || recent < 0 || (first == m->first && recent == m->recent))
        return;
    plumb_change_member(&entry, "\"streaming\":{\"first\":%" PRId64 ",\"recent\":%" PRId64 "}",
                        first, recent);
    plumb_change_add(list, entry,
                     "keeps %" PRId64 " first and %" PRId64 " recent keys in place of %" PRId64
                     " and %" PRId64,
                     first, recent, m->first, m->recent);
}

static void add_streams(const plumb_case *stated, plumb_neighbourhood *list) {
    const plumb_mask *m = &stated->problem.mask;
    if (!m->streaming)
        return;
    plumb_change_add(list,
                     (plumb_neighbour){.kind = PLUMB_NEIGHBOUR_FAULT,
                                       .axis = "streaming",
                                       .change = drop_streaming},
                     "leaves out the streaming mask");
    add_stream(list, m, 0, m->recent);
    add_stream(list, m, m->first, m->recent + 1);
    add_stream(list, m, m->first, m->recent - 1);
    add_stream(list, m, m->first + 1, m->recent);
    add_stream(list, m, m->first - 1, m->recent);
    add_stream(list, m, m->first, m->recent - m->first);
    add_stream(list, m, m->first, m->recent + m->first);
}

void plumb_neighbours_of_masks(const plumb_case *stated, plumb_neighbourhood *neighbourhood) {
    add_causals(stated, neighbourhood);
    plumb_neighbours_of_alignment(stated, neighbourhood);
    add_prefixes(stated, neighbourhood);
    add_windows(stated, neighbourhood);
    add_chunks(stated, neighbourhood);
    add_streams(stated, neighbourhood);
    plumb_neighbours_of_mask_tensors(stated, neighbourhood);
    plumb_neighbours_of_empty_rows(stated, neighbourhood);
    plumb_neighbours_of_fitted_masks(stated, neighbourhood);
}
