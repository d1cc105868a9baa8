/* rules.h - checks that the members and tensors of a case are consistent: what the words need and accept
   (schema/members.def), and the rules of schema/rules.def. */
#ifndef PLUMB_SCHEMA_RULES_H
#define PLUMB_SCHEMA_RULES_H
#include "schema/description.h"
#include <stdbool.h>
#include <stddef.h>

typedef struct {
    const plumb_description *description; /* its numbers are what is meant, stated or not */
    plumb_member_set given;               /* members stated and tensors given */
    size_t head_dim, value_dim, query_length, key_length;
    bool lenient; /* a member that has no effect is no fault */
} plumb_company;

/* True, or a line in text: "rope_sin: missing; rope_cos needs it". */
enum { PLUMB_RULE_TEXT = 512 };
bool plumb_company_check(const plumb_company *company, char text[PLUMB_RULE_TEXT]);

/* Whether anything reads the member: a word that is chosen takes it, or it needs none. */
bool plumb_is_read(const plumb_description *description, plumb_member member);

/* Whether some word that is chosen takes each of the members given that only certain words take. */
bool plumb_company_takes(const plumb_company *company);

/* The members that have no effect. */
plumb_member_set plumb_company_idle(const plumb_company *company);

/* Whether the numbers depend on where a query stands: not with the forms of ALiBi that are of keys alone. */
bool plumb_position_reads_queries(const plumb_position *position);

/* Whether something asks where queries stand that have no position ids: masks, or the position. */
bool plumb_company_counts(const plumb_description *description, plumb_member_set given);
#endif
