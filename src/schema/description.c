/* The member table gives each member's kind and its offset in plumb_description, so the functions copy bytes by the
   stored type, in one way for all members.  All zeros are the defaults except for rope_dim and numbers with a standard
   of their own: plumb_description_resolve fills these in for the words of every operator and of the chosen position,
   through words that these take in turn, and leaves untouched which members count as stated. */
#include "schema/description.h"
#include "schema/text.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static char *place_of(plumb_description *out, plumb_member member) {
    return (char *)out + plumb_member_at(member)->place;
}

size_t plumb_description_word(const plumb_description *description, plumb_member member) {
    const char *place = (const char *)description + plumb_member_at(member)->place;
    unsigned number = 0;
    if (plumb_member_at(member)->stored == PLUMB_STORED_BOOL)
        return *(const bool *)place;
    memcpy(&number, place, sizeof number);
    return number;
}

double plumb_description_number(const plumb_description *description, plumb_member member) {
    const void *place = (const char *)description + plumb_member_at(member)->place;
    switch (plumb_member_at(member)->stored) {
    case PLUMB_STORED_DOUBLE:
        return *(const double *)place;
    case PLUMB_STORED_SIZE:
        return (double)*(const size_t *)place;
    case PLUMB_STORED_INT64:
        return (double)*(const int64_t *)place;
    default:
        return 0;
    }
}

bool plumb_description_pair(const plumb_description *description, plumb_member member, int64_t pair[2]) {
    const plumb_member_row *row = plumb_member_at(member);
    const char *place = (const char *)description;
    memcpy(&pair[0], place + row->place, sizeof pair[0]);
    memcpy(&pair[1], place + row->second, sizeof pair[1]);
    return *(const bool *)(place + row->mark);
}

plumb_sections plumb_description_sections(const plumb_description *description, plumb_member member) {
    plumb_sections sections;
    memcpy(&sections, (const char *)description + plumb_member_at(member)->place, sizeof sections);
    return sections;
}

static const char *sections_text(plumb_sections sections, char text[PLUMB_DESCRIPTION_TEXT]) {
    text[0] = 0;
    for (size_t a = 0; a < sections.count; a++)
        plumb_text_add(text, PLUMB_DESCRIPTION_TEXT, "%s%zu", a == 0 ? "" : ",", sections.pairs[a]);
    return sections.count == 0 ? "none" : text;
}

const char *plumb_description_text(const plumb_description *description, plumb_member member,
                                   char text[PLUMB_DESCRIPTION_TEXT]) {
    int64_t pair[2];
    switch (plumb_member_at(member)->kind) {
    case PLUMB_KIND_REAL:
    case PLUMB_KIND_INTEGER:
        snprintf(text, PLUMB_DESCRIPTION_TEXT, "%.17g", plumb_description_number(description, member));
        return text;
    case PLUMB_KIND_PAIR:
        if (!plumb_description_pair(description, member, pair))
            return "none";
        snprintf(text, PLUMB_DESCRIPTION_TEXT, "%" PRId64 ",%" PRId64, pair[0], pair[1]);
        return text;
    case PLUMB_KIND_SECTIONS:
        return sections_text(plumb_description_sections(description, member), text);
    default:
        return plumb_word_name(member, plumb_description_word(description, member));
    }
}

plumb_description plumb_description_of(const plumb_problem *problem) {
    return (plumb_description){.op = problem->op,
                               .position = problem->position,
                               .mask = problem->mask,
                               .mask_word = problem->causal.causal   ? PLUMB_MASK_CAUSAL
                                            : problem->mask.prefixed ? PLUMB_MASK_PREFIX
                                                                     : PLUMB_MASK_NONE,
                               .empty_row = problem->empty_row,
                               .empty_lse_positive = problem->empty_lse_positive};
}

void plumb_description_put_word(plumb_description *out, const plumb_value *word) {
    char *place = place_of(out, word->member);
    unsigned number = (unsigned)word->number;
    _Static_assert(sizeof number == sizeof out->op.kind, "enumerations are as large");
    switch (plumb_member_at(word->member)->stored) {
    case PLUMB_STORED_BOOL:
        *(bool *)place = number != 0;
        break;
    case PLUMB_STORED_TEXT:
        *(const char **)place = word->word;
        break;
    default:
        memcpy(place, &number, sizeof number);
    }
    plumb_set_add(&out->stated, word->member);
}

void plumb_description_put_integer(plumb_description *out, plumb_member member, int64_t integer) {
    size_t size = (size_t)integer;
    if (plumb_member_at(member)->stored == PLUMB_STORED_SIZE)
        memcpy(place_of(out, member), &size, sizeof size);
    else
        memcpy(place_of(out, member), &integer, sizeof integer);
    plumb_set_add(&out->stated, member);
}

void plumb_description_put_real(plumb_description *out, plumb_member member, double number) {
    memcpy(place_of(out, member), &number, sizeof number);
    plumb_set_add(&out->stated, member);
}

void plumb_description_put_text(plumb_description *out, plumb_member member, const char *text) {
    memcpy(place_of(out, member), &text, sizeof text);
    plumb_set_add(&out->stated, member);
}

void plumb_description_put_pair(plumb_description *out, plumb_member member, const int64_t pair[2]) {
    const plumb_member_row *row = plumb_member_at(member);
    memcpy(place_of(out, member), &pair[0], sizeof pair[0]);
    memcpy((char *)out + row->second, &pair[1], sizeof pair[1]);
    *(bool *)((char *)out + row->mark) = true;
    plumb_set_add(&out->stated, member);
}

void plumb_description_put_sections(plumb_description *out, plumb_member member, plumb_sections sections) {
    memcpy(place_of(out, member), &sections, sizeof sections);
    plumb_set_add(&out->stated, member);
}

static size_t size_of(plumb_stored stored) {
    static const size_t size[] = {[PLUMB_STORED_NOT] = 0,
                                  [PLUMB_STORED_BOOL] = sizeof(bool),
                                  [PLUMB_STORED_ENUM] = sizeof(unsigned),
                                  [PLUMB_STORED_INT64] = sizeof(int64_t),
                                  [PLUMB_STORED_SIZE] = sizeof(size_t),
                                  [PLUMB_STORED_DOUBLE] = sizeof(double),
                                  [PLUMB_STORED_TEXT] = sizeof(const char *),
                                  [PLUMB_STORED_SECTIONS] = sizeof(plumb_sections)};
    return size[stored];
}

void plumb_description_leave_out(plumb_description *out, plumb_member member) {
    const plumb_member_row *row = plumb_member_at(member);
    memset(place_of(out, member), 0, size_of(row->stored));
    if (row->kind == PLUMB_KIND_PAIR) {
        memset((char *)out + row->second, 0, sizeof(int64_t));
        *(bool *)((char *)out + row->mark) = false;
    }
}

static bool same_text(const char *one, const char *other) {
    return one == other || (one != NULL && other != NULL && strcmp(one, other) == 0);
}

bool plumb_description_same(const plumb_description *one, const plumb_description *other, plumb_member member) {
    const plumb_member_row *row = plumb_member_at(member);
    const char *a = (const char *)one, *b = (const char *)other;
    if (row->stored == PLUMB_STORED_TEXT)
        return same_text(*(const char *const *)(a + row->place), *(const char *const *)(b + row->place));
    if (row->kind == PLUMB_KIND_PAIR && (memcmp(a + row->second, b + row->second, sizeof(int64_t)) != 0 ||
                                         *(const bool *)(a + row->mark) != *(const bool *)(b + row->mark)))
        return false;
    return memcmp(a + row->place, b + row->place, size_of(row->stored)) == 0;
}

void plumb_description_put_standard(plumb_description *out, plumb_member member) {
    const plumb_member_row *row = plumb_member_at(member);
    plumb_member_set stated = out->stated;
    bool number = row->standard != NULL && row->standard[0] >= '0' && row->standard[0] <= '9';
    if (number && row->kind == PLUMB_KIND_REAL && !plumb_set_has(stated, member))
        plumb_description_put_real(out, member, plumb_standard(member));
    if (number && row->kind == PLUMB_KIND_INTEGER && !plumb_set_has(stated, member))
        plumb_description_put_integer(out, member, (int64_t)plumb_standard(member));
    out->stated = stated;
}

/* Those of the members that the word may take, and of those that the words of these may take. */
static void put_standards(plumb_description *out, const plumb_value *word) {
    const char *names = word->takes;
    plumb_member member;
    while ((member = plumb_next_member(&names)) != PLUMB_MEMBERS) {
        plumb_description_put_standard(out, member);
        const plumb_value *next;
        for (size_t number = 0; (next = plumb_word_of(member, number)) != NULL; number++)
            put_standards(out, next);
    }
}

plumb_description plumb_description_resolve(const plumb_description *stated, size_t head_dim) {
    plumb_description all = *stated;
    plumb_position *position = &all.position;
    const plumb_value *word;
    for (size_t kind = 0; (word = plumb_word_of(PLUMB_MEMBER_OPERATOR, kind)) != NULL; kind++)
        put_standards(&all, word);
    put_standards(&all, plumb_word_of(PLUMB_MEMBER_POSITION, position->kind));
    bool turns = position->kind == PLUMB_POSITION_ROPE || plumb_rotates_output(position);
    if (turns && !plumb_set_has(all.stated, PLUMB_MEMBER_ROPE_DIM))
        position->rope.dim = head_dim;
    return all;
}
