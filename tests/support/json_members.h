/* json_members.h - checks that the members of a JSON object have the contents of a structure. */
#ifndef PLUMB_TESTS_SUPPORT_JSON_MEMBERS_H
#define PLUMB_TESTS_SUPPORT_JSON_MEMBERS_H
#include "tests/support/check.h"
#include <jansson.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Where a structure has what the member of that name says. */
typedef struct {
    const char *name;
    size_t offset;
} member_place;

#define PLACE_OF(structure, member, name) \
    { name, offsetof(structure, member) }
#define PLACE(structure, member) PLACE_OF(structure, member, #member)
#define PLACES(table) (sizeof(table) / sizeof *(table))

static inline const void *place_in(const void *structure, const member_place *place) {
    return (const char *)structure + place->offset;
}

static inline void check_integer(const json_t *object, const char *name, int64_t expected) {
    ck_assert_msg(json_integer_value(json_object_get(object, name)) == expected, "%s", name);
}

static inline void check_counts(const json_t *object, const void *structure, const member_place *places, size_t count) {
    for (size_t i = 0; i < count; i++)
        check_integer(object, places[i].name, (int64_t) * (const size_t *)place_in(structure, &places[i]));
}

static inline bool reads_as(const json_t *text, double expected) {
    double x = strtod(json_string_value(text), NULL);
    return x == expected || (isnan(x) && isnan(expected));
}

static inline void check_numbers(const json_t *object, const void *structure, const member_place *places,
                                 size_t count) {
    for (size_t i = 0; i < count; i++) {
        double expected = *(const double *)place_in(structure, &places[i]);
        const json_t *value = json_object_get(object, places[i].name);
        ck_assert_msg(reads_as(json_object_get(value, "decimal"), expected), "%s, decimal", places[i].name);
        ck_assert_msg(reads_as(json_object_get(value, "hex"), expected), "%s, hex", places[i].name);
    }
}

/* NULL where the report has nothing. */
static inline void check_word(const json_t *object, const char *name, const char *expected) {
    const char *word = json_string_value(json_object_get(object, name));
    ck_assert_msg(expected == NULL ? word == NULL : word != NULL && strcmp(word, expected) == 0, "%s", name);
}

static inline void check_truth(const json_t *object, const char *name, bool expected) {
    ck_assert_msg(json_is_true(json_object_get(object, name)) == expected, "%s", name);
}

static inline void check_index(const json_t *object, const char *name, const size_t *expected, size_t rank) {
    const json_t *index = json_object_get(object, name);
    ck_assert_msg(json_array_size(index) == rank, "%s", name);
    for (size_t i = 0; i < rank; i++)
        ck_assert_msg((size_t)json_integer_value(json_array_get(index, i)) == expected[i], "%s, %zu", name, i);
}
#endif
