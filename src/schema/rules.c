/* Three checks, which stop at the first fault: each given member is taken by some chosen word if only words take it,
   each member that a chosen word needs is given, and the rules of schema/rules.def hold.  That file is included with
   macros that turn each rule into a test of local variables with names such as longrope.  Given a set to fill, IDLE and
   MUTE collect the members that have no effect; without one, IDLE refuses them. */
#include "schema/rules.h"
#include "schema/text.h"
#include <stdio.h>
#include <string.h>

#define add(text, ...) plumb_text_add(text, PLUMB_RULE_TEXT, __VA_ARGS__)

bool plumb_position_reads_queries(const plumb_position *position) {
    bool of_keys = position->kind == PLUMB_POSITION_ALIBI &&
                   (position->alibi == PLUMB_ALIBI_KEY || position->alibi == PLUMB_ALIBI_SCALED_KEY);
    return position->kind != PLUMB_POSITION_NONE && !of_keys;
}

bool plumb_company_counts(const plumb_description *description, plumb_member_set given) {
    const plumb_mask *mask = &description->mask;
    return description->mask_word != PLUMB_MASK_NONE || mask->windowed || mask->streaming || mask->chunk != 0 ||
           (plumb_position_reads_queries(&description->position) &&
            !plumb_set_has(given, PLUMB_MEMBER_QUERY_POSITIONS));
}

static const char *word_of(const plumb_company *c, plumb_member member) {
    return plumb_word_name(member, plumb_description_word(c->description, member));
}

static bool is_chosen(const plumb_description *description, const plumb_value *value) {
    return value->member == PLUMB_MEMBER_MODIFIER ||
           (value->is_word && plumb_description_word(description, value->member) == value->number);
}

bool plumb_is_read(const plumb_description *description, plumb_member member) {
    const char *name = plumb_member_name(member);
    const plumb_value *value = NULL;
    while ((value = plumb_next_taker(name, value)) != NULL)
        if (is_chosen(description, value) &&
            (value->member == PLUMB_MEMBER_MODIFIER || plumb_is_read(description, value->member)))
            return true;
    return plumb_next_taker(name, NULL) == NULL;
}

/* Names the words that take the member, and those chosen instead; false if a chosen word takes it, or none at all. */
static bool refuse_taken(const plumb_company *c, plumb_member member, char text[PLUMB_RULE_TEXT]) {
    const char *name = plumb_member_name(member), *before = " applies only to ";
    char here[PLUMB_RULE_TEXT] = "";
    plumb_member last = PLUMB_MEMBERS;
    const plumb_value *value = NULL;
    text[0] = 0;
    add(text, "%s:", name);
    while ((value = plumb_next_taker(name, value)) != NULL) {
        if (is_chosen(c->description, value))
            return false;
        add(text, "%s%s %s", before, plumb_member_name(value->member), value->word);
        before = ", ";
        if (value->member != last)
            add(here, "%s%s %s", here[0] == 0 ? "" : ", ", plumb_member_name(value->member), word_of(c, value->member));
        last = value->member;
    }
    add(text, "; this case has %s", here);
    return last != PLUMB_MEMBERS;
}

static bool check_taken(const plumb_company *c, char text[PLUMB_RULE_TEXT]) {
    for (int member = 0; member < PLUMB_MEMBERS; member++)
        if (plumb_set_has(c->given, (plumb_member)member) && refuse_taken(c, (plumb_member)member, text))
            return false;
    return true;
}

static bool check_needed(const plumb_company *c, char text[PLUMB_RULE_TEXT]) {
    const plumb_value *value;
    for (size_t i = 0; (value = plumb_value_at(i)) != NULL; i++) {
        const char *names = value->needs;
        plumb_member needed;
        while (is_chosen(c->description, value) && (needed = plumb_next_member(&names)) != PLUMB_MEMBERS)
            if (!plumb_set_has(c->given, needed)) {
                snprintf(text, PLUMB_RULE_TEXT, "%s: missing; %s %s needs it", plumb_member_name(needed),
                         plumb_member_name(value->member), value->word);
                return false;
            }
    }
    return true;
}

#define HAS(member) plumb_set_has(c->given, PLUMB_MEMBER_##member)
#define NAME(member) plumb_member_name(PLUMB_MEMBER_##member)
#define WORD_OF(member) word_of(c, PLUMB_MEMBER_##member)

static size_t pairs_in(const plumb_sections *sections) {
    size_t sum = 0;
    for (size_t a = 0; a < sections->count; a++)
        sum += sections->pairs[a];
    return sum;
}

static size_t smallest_of(const plumb_sections *sections) {
    size_t least = SIZE_MAX;
    for (size_t a = 0; a < sections->count; a++)
        least = sections->pairs[a] < least ? sections->pairs[a] : least;
    return sections->count > 0 ? least : 0;
}

/* The first axis from 1 on that lacks pairs if it takes every count-th of them from its own number on; count if none
   does. */
static size_t beyond_pairs(const plumb_sections *sections, size_t pairs) {
    size_t axis = 1;
    while (axis < sections->count && axis + (sections->pairs[axis] - 1) * sections->count < pairs)
        axis++;
    return axis;
}

/* Of so many pairs that the axes from 1 on take by turns, those of an axis. */
static size_t by_turns(const plumb_sections *sections, size_t pairs, size_t axis) {
    return (pairs + sections->count - 1 - axis) / (sections->count - 1);
}

/* The first axis from 1 on that has another number of pairs than its turns; count if none has. */
static size_t out_of_turn(const plumb_sections *sections, size_t pairs) {
    size_t axis = 1;
    while (axis < sections->count && sections->pairs[axis] == by_turns(sections, pairs, axis))
        axis++;
    return axis;
}

/* idle: collects the members that have no effect; NULL: such a member is a fault where IDLE says so. */
static bool check_rules(const plumb_company *c, plumb_member_set *idle, char text[PLUMB_RULE_TEXT]) {
    const plumb_description *d = c->description;
    const plumb_operator *op = &d->op;
    const plumb_position *position = &d->position;
    const plumb_rope *rope = &position->rope;
    const plumb_mask *mask = &d->mask;
    bool mean = d->empty_row == PLUMB_EMPTY_ROW_MEAN, counts = plumb_company_counts(d, c->given);
    bool lengths = HAS(KEY_LENGTHS) || HAS(CU_SEQLENS_K);
    bool some = lengths || HAS(KEY_STARTS); /* keys exist, and others do not */
    bool sinusoidal = position->kind == PLUMB_POSITION_SINUSOIDAL, turns = plumb_rotates_output(position);
    bool rotated = position->kind == PLUMB_POSITION_ROPE || turns;
    bool of_vectors = plumb_position_moves_vectors(position->kind) || plumb_position_joins_products(position->kind);
    size_t in_sections = pairs_in(&rope->sections), smallest = smallest_of(&rope->sections);
    size_t beyond = beyond_pairs(&rope->sections, rope->dim / 2);
    bool alike = smallest * rope->sections.count == in_sections;
    size_t in_turns = in_sections - rope->sections.pairs[0], uneven = out_of_turn(&rope->sections, in_turns);
    bool longrope = rotated && rope->scaling == PLUMB_ROPE_LONGROPE;
    bool by_length = longrope || (rotated && rope->scaling == PLUMB_ROPE_DYNAMIC);
    /* Both the multiplier and the length of rule maximum come from the factor. */
    bool reads_factor = rope->length_rule == PLUMB_ROPE_BY_MAXIMUM || !HAS(ROPE_MULTIPLIER);
    bool counted = position->kind == PLUMB_POSITION_T5 || position->kind == PLUMB_POSITION_BUCKET_INDEX;
    size_t linear = (position->bidirectional ? position->buckets / 2 : position->buckets) / 2;
#define RULE(member, broken, ...)                              \
    if (broken) {                                              \
        snprintf(text, PLUMB_RULE_TEXT, "%s: ", NAME(member)); \
        add(text, __VA_ARGS__);                                \
        return false;                                          \
    }
#define IDLE(member, broken, ...)                   \
    if (idle != NULL && (broken))                   \
        plumb_set_add(idle, PLUMB_MEMBER_##member); \
    RULE(member, idle == NULL && (broken), __VA_ARGS__)
#define MUTE(member, broken)      \
    if (idle != NULL && (broken)) \
        plumb_set_add(idle, PLUMB_MEMBER_##member);
#include "schema/rules.def"
    return true;
}

bool plumb_company_check(const plumb_company *company, char text[PLUMB_RULE_TEXT]) {
    plumb_member_set idle = {{0}};
    return (company->lenient || check_taken(company, text)) && check_needed(company, text) &&
           check_rules(company, company->lenient ? &idle : NULL, text);
}

bool plumb_company_takes(const plumb_company *company) {
    char text[PLUMB_RULE_TEXT];
    return check_taken(company, text);
}

plumb_member_set plumb_company_idle(const plumb_company *company) {
    plumb_member_set idle = {{0}};
    char text[PLUMB_RULE_TEXT];
    check_rules(company, &idle, text);
    return idle;
}
