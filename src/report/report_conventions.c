/* A problem is read back as a description, member by member of schema/members.def, so a new member is reported by its
   row there.  A member is written if it is in force: its operator or position reads it, and it has a value.  The line
   omits usual values if the table says so; JSON has every member, and null for those not in force.  Tensors are named
   one by one, since a report states only that they exist. */
#include "report/report_conventions.h"
#include "base/json_text.h"
#include "report/report_line.h"
#include "schema/rules.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- members ---- */

/* How a member is said in a line; of those that are not listed: ", name value". */
typedef enum { ALWAYS, UNLESS_USUAL, LAST /* and unless usual */ } when;

static const struct {
    const char *phrase; /* %s stands for the value; NULL: as those not listed */
    when when;
} sayings[PLUMB_MEMBERS] = {
#define MEMBER(id, ...)
#define VALUE(id, ...)
#define SAID(id, text, condition) [PLUMB_MEMBER_##id] = {text, condition},
#include "schema/members.def"
};

/* Given cosines and sines replace the parameters that would define them. */
static bool is_replaced(const plumb_description *d, plumb_member member) {
    return d->position.rope.cosine != NULL && member >= PLUMB_MEMBER_ROPE_BASE &&
           member <= PLUMB_MEMBER_ROPE_HIGH_FREQUENCY;
}

/* Whether the problem has the member, and of numbers one. */
static bool is_in_force(const plumb_description *d, plumb_member member) {
    const plumb_member_row *row = plumb_member_at(member);
    int64_t pair[2];
    bool of_softcap = member == PLUMB_MEMBER_SOFTCAP || member == PLUMB_MEMBER_SOFTCAP_ORDER;
    bool of_sections = member == PLUMB_MEMBER_ROPE_SECTION_ORDER || member == PLUMB_MEMBER_ROPE_SECTION_FREQUENCIES;
    if (!plumb_is_read(d, member) || is_replaced(d, member) || (of_softcap && d->op.softcap == 0) ||
        (of_sections && d->position.rope.sections.count == 0) ||
        (member == PLUMB_MEMBER_TEMPERATURE_OFFSET && d->position.temperature.factor == 0))
        return false;
    if (row->kind == PLUMB_KIND_PAIR)
        return plumb_description_pair(d, member, pair);
    if (row->kind == PLUMB_KIND_SECTIONS)
        return plumb_description_sections(d, member).count > 0;
    return (row->kind != PLUMB_KIND_REAL && row->kind != PLUMB_KIND_INTEGER) ||
           plumb_is_within(member, plumb_description_number(d, member));
}

static const char *word_of(const plumb_description *d, plumb_member member) {
    return plumb_word_name(member, plumb_description_word(d, member));
}

/* ---- as text ---- */

enum { NAME_TEXT = 32 };

/* Word number 0, or the number that is meant unless another is stated. */
static bool is_usual(const plumb_description *d, plumb_member member) {
    const plumb_member_row *row = plumb_member_at(member);
    if (row->kind == PLUMB_KIND_WORD || row->kind == PLUMB_KIND_TRUTH)
        return plumb_description_word(d, member) == 0;
    return row->standard != NULL && plumb_description_number(d, member) == plumb_standard(member);
}

/* "rope_dim" as "dim": what the line is about need not be said again. */
static void name_member(plumb_member member, char name[NAME_TEXT]) {
    static const char *const abouts[] = {"rope_", "sinusoidal_"};
    const char *from = plumb_member_name(member);
    for (size_t i = 0; i < sizeof abouts / sizeof *abouts; i++)
        if (strncmp(from, abouts[i], strlen(abouts[i])) == 0)
            from += strlen(abouts[i]);
    snprintf(name, NAME_TEXT, "%s", from);
    for (char *c = name; *c != 0; c++)
        *c = *c == '_' ? ' ' : *c;
}

static void say(plumb_line *to, const plumb_description *d, plumb_member member) {
    char value[PLUMB_DESCRIPTION_TEXT], name[NAME_TEXT];
    const char *phrase = sayings[member].phrase, *said = plumb_description_text(d, member, value);
    const char *place = phrase != NULL ? strstr(phrase, "%s") : NULL;
    if (!is_in_force(d, member) || (sayings[member].when != ALWAYS && is_usual(d, member)))
        return;
    name_member(member, name);
    if (phrase == NULL)
        plumb_line_add(to, ", %s %s", name, said);
    else if (place == NULL)
        plumb_line_add(to, "%s", phrase);
    else
        plumb_line_add(to, "%.*s%s%s", (int)(place - phrase), phrase, said, place + 2);
}

/* Of the members from one to another but for tensors those that are said last, or the others. */
static void say_all(plumb_line *to, const plumb_description *d, plumb_member from, plumb_member end, bool last) {
    for (plumb_member i = from; i <= end; i++)
        if (!plumb_is_tensor(i) && (sayings[i].when == LAST) == last)
            say(to, d, i);
}

static const char *gate_name(const plumb_extras *extra) {
    if (extra->gate == NULL)
        return NULL;
    return extra->gate_per_element ? "element" : "head";
}

void plumb_operator_text(const plumb_problem *problem, char *text, size_t size) {
    plumb_description d = plumb_description_of(problem);
    plumb_line to = {text, size};
    text[0] = 0;
    say_all(&to, &d, PLUMB_MEMBER_OPERATOR, PLUMB_MEMBER_SOFTCAP_ORDER, false);
    if (problem->extra.bias != NULL)
        plumb_line_add(&to, ", bias");
    if (problem->extra.value_bias != NULL)
        plumb_line_add(&to, ", value bias");
    if (problem->extra.gate != NULL)
        plumb_line_add(&to, ", gate per %s", gate_name(&problem->extra));
}

/* The word of a member unless it is "none". */
static void add_word(plumb_line *to, const plumb_description *d, plumb_member member, const char *before) {
    if (is_in_force(d, member) && strcmp(word_of(d, member), "none") != 0)
        plumb_line_add(to, "%s%s%s", to->text[0] != 0 ? ", " : "", before, word_of(d, member));
}

void plumb_brief_text(const plumb_problem *problem, char *text, size_t size) {
    plumb_description d = plumb_description_of(problem);
    plumb_line to = {text, size};
    const struct {
        bool there;
        const char *name;
    } parts[] = {{problem->op.softcap != 0, "softcap"},
                 {problem->extra.bias != NULL, "bias"},
                 {problem->extra.value_bias != NULL, "value bias"},
                 {problem->extra.gate != NULL, "gate"},
                 {problem->mask.windowed, "window"},
                 {problem->mask.prefixed, "prefix"},
                 {problem->mask.streaming, "streaming"},
                 {problem->mask.chunk != 0, "chunk"},
                 {problem->mask.query_segment != NULL, "documents"},
                 {problem->mask.group != NULL, "groups"},
                 {plumb_states_boolean(&problem->mask), "allowed"},
                 {problem->mask.drafts != NULL, "tree"},
                 {problem->mask.lists != NULL, "listed keys"},
                 {problem->mask.key_lengths != NULL, "key lengths"},
                 {problem->mask.key_starts != NULL, "key starts"}};
    text[0] = 0;
    add_word(&to, &d, PLUMB_MEMBER_OPERATOR, "");
    add_word(&to, &d, PLUMB_MEMBER_POSITION, "");
    add_word(&to, &d, PLUMB_MEMBER_ROPE_LAYOUT, "");
    add_word(&to, &d, PLUMB_MEMBER_ROPE_SCALING, "");
    add_word(&to, &d, PLUMB_MEMBER_ALIBI_FORM, "");
    add_word(&to, &d, PLUMB_MEMBER_NORMALISATION, "");
    add_word(&to, &d, PLUMB_MEMBER_SINK, "sink ");
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (parts[i].there)
            plumb_line_add(&to, ", %s", parts[i].name);
}

static bool counts_queries(const plumb_position *p) {
    return plumb_position_reads_queries(p) && p->query_position == NULL;
}

static void add_tables(plumb_line *to, const plumb_position *p) {
    if (p->kind == PLUMB_POSITION_ALIBI)
        plumb_line_add(to, ", slopes %s", p->slopes != NULL ? "given" : "by rule");
    if (p->rope.cosine != NULL)
        plumb_line_add(to, ", cosines and sines given for %zu positions", p->rope.rows);
    if (p->kind == PLUMB_POSITION_LEARNED)
        plumb_line_add(to, ", %zu rows", p->table_rows);
    if (p->kind == PLUMB_POSITION_RELATIVE_TABLE || p->kind == PLUMB_POSITION_SHAW)
        plumb_line_add(to, ", reach %zu%s", p->table_rows / 2, p->value_table != NULL ? ", of values too" : "");
}

/* Where queries and keys stand. */
static void add_places(plumb_line *to, const plumb_problem *problem) {
    const plumb_position *p = &problem->position;
    const char *whose = p->key_position == NULL ? "query " : p->query_position == NULL ? "key " : "";
    if (counts_queries(p) && problem->mask.entry_offset == NULL)
        plumb_line_add(to, ", queries from %" PRId64 " on", problem->causal.offset);
    if (counts_queries(p) && problem->mask.entry_offset != NULL)
        plumb_line_add(to, ", the last query at the last key of its batch entry");
    if (p->query_position != NULL || p->key_position != NULL)
        plumb_line_add(to, ", %spositions given", whose);
}

void plumb_position_text(const plumb_problem *problem, char *text, size_t size) {
    plumb_description d = plumb_description_of(problem);
    plumb_line to = {text, size};
    text[0] = 0;
    say_all(&to, &d, PLUMB_MEMBER_POSITION, PLUMB_MEMBER_MAX_DISTANCE, false);
    add_tables(&to, &problem->position);
    say_all(&to, &d, PLUMB_MEMBER_POSITION, PLUMB_MEMBER_MAX_DISTANCE, true);
    if (problem->position.kind != PLUMB_POSITION_NONE)
        add_places(&to, problem);
}

/* How many keys batch entries have. */
static void add_lengths(plumb_line *to, const plumb_problem *problem) {
    const int64_t *length = problem->mask.key_lengths;
    int64_t least = INT64_MAX, most = 0;
    for (size_t b = 0; length != NULL && b < problem->batch; b++) {
        least = length[b] < least ? length[b] : least;
        most = length[b] > most ? length[b] : most;
    }
    if (length != NULL && least < most)
        plumb_line_add(to, ", key lengths %" PRId64 " to %" PRId64, least, most);
    else if (length != NULL)
        plumb_line_add(to, ", key length %" PRId64, most);
}

static void add_lists(plumb_line *to, const plumb_lists *lists) {
    if (lists != NULL && lists->key_block == 1)
        plumb_line_add(to, ", lists of %zu keys", lists->listed);
    else if (lists != NULL)
        plumb_line_add(to, ", lists of %zu blocks of %" PRId64 " keys", lists->listed, lists->key_block);
    if (lists != NULL && lists->query_block > 1)
        plumb_line_add(to, " for each %" PRId64 " queries", lists->query_block);
    if (lists != NULL && lists->each)
        plumb_line_add(to, ", each as often as it is listed");
}

void plumb_mask_text(const plumb_problem *problem, char *text, size_t size) {
    plumb_description d = plumb_description_of(problem);
    plumb_line to = {text, size};
    text[0] = 0;
    say_all(&to, &d, PLUMB_MEMBER_MASK, PLUMB_MEMBER_CHUNK, false);
    if (text[0] != 0 && problem->mask.entry_offset == NULL)
        plumb_line_add(&to, ", offset %" PRId64, problem->causal.offset);
    if (text[0] != 0 && problem->mask.entry_offset != NULL)
        plumb_line_add(&to, ", the last query at the last key of its batch entry");
    add_lengths(&to, problem);
    if (problem->mask.key_starts != NULL)
        plumb_line_add(&to, ", keys from key_starts on");
    if (problem->mask.query_segment != NULL)
        plumb_line_add(&to, ", segments");
    if (problem->mask.group != NULL)
        plumb_line_add(&to, ", bidirectional groups");
    if (plumb_states_boolean(&problem->mask))
        plumb_line_add(&to, ", allowed");
    if (problem->mask.drafts != NULL)
        plumb_line_add(&to, ", tree of drafts");
    add_lists(&to, problem->mask.lists);
    if (text[0] == 0)
        plumb_line_add(&to, ", no mask");
    memmove(text, text + 2, strlen(text) - 1);
}

/* ---- as JSON ---- */

static json_t *pair_json(const plumb_description *d, plumb_member member) {
    const char *parts = plumb_member_at(member)->parts, *space = strchr(parts, ' ');
    int64_t pair[2];
    plumb_description_pair(d, member, pair);
    return json_pack("{s%:I, s:I}", parts, (size_t)(space - parts), (json_int_t)pair[0], space + 1,
                     (json_int_t)pair[1]);
}

static json_t *sections_json(plumb_sections sections) {
    json_t *list = json_array();
    for (size_t a = 0; a < sections.count; a++)
        plumb_json_add(&list, json_integer((json_int_t)sections.pairs[a]));
    return list;
}

static json_t *member_json(const plumb_description *d, plumb_member member) {
    /* Which is said without a sink, too. */
    if (!is_in_force(d, member) && member != PLUMB_MEMBER_LSE_SINK)
        return json_null();
    switch (plumb_member_at(member)->kind) {
    case PLUMB_KIND_REAL:
        return json_real(plumb_description_number(d, member));
    case PLUMB_KIND_INTEGER:
        return json_integer((json_int_t)plumb_description_number(d, member));
    case PLUMB_KIND_PAIR:
        return pair_json(d, member);
    case PLUMB_KIND_SECTIONS:
        return sections_json(plumb_description_sections(d, member));
    case PLUMB_KIND_TRUTH:
        return json_boolean(strcmp(word_of(d, member), "true") == 0);
    default:
        return json_string(word_of(d, member));
    }
}

/* The members from one to another but for tensors. */
static void put_members(json_t **to, const plumb_description *d, plumb_member from, plumb_member last) {
    for (plumb_member i = from; i <= last; i++)
        if (!plumb_is_tensor(i))
            plumb_json_put(to, plumb_member_name(i), member_json(d, i));
}

static void put_truth(json_t **to, const char *name, bool truth) {
    plumb_json_put(to, name, json_boolean(truth));
}

static void put_count(json_t **to, const char *name, bool there, int64_t count) {
    plumb_json_put(to, name, there ? json_integer((json_int_t)count) : json_null());
}

json_t *plumb_operator_json(const plumb_problem *problem) {
    const plumb_extras *extra = &problem->extra;
    plumb_description d = plumb_description_of(problem);
    json_t *object = json_object();
    put_members(&object, &d, PLUMB_MEMBER_OPERATOR, PLUMB_MEMBER_SOFTCAP_ORDER);
    put_truth(&object, "bias", extra->bias != NULL);
    put_truth(&object, "value_bias", extra->value_bias != NULL);
    plumb_json_put(&object, "gate", plumb_json_name(gate_name(extra)));
    return object;
}

static json_t *rope_json(const plumb_description *d) {
    json_t *object = json_object();
    put_members(&object, d, PLUMB_MEMBER_ROPE_LAYOUT, PLUMB_MEMBER_ROPE_HIGH_FREQUENCY);
    put_truth(&object, "rope_cos", d->position.rope.cosine != NULL);
    return object;
}

json_t *plumb_position_json(const plumb_problem *problem) {
    const plumb_position *p = &problem->position;
    plumb_description d = plumb_description_of(problem);
    json_t *object = json_object();
    put_members(&object, &d, PLUMB_MEMBER_POSITION, PLUMB_MEMBER_POSITION);
    put_count(&object, "query_offset", counts_queries(p), problem->causal.offset);
    put_truth(&object, "query_positions", p->query_position != NULL);
    put_truth(&object, "key_positions", p->key_position != NULL);
    put_members(&object, &d, PLUMB_MEMBER_POSITION_OFFSET, PLUMB_MEMBER_SINUSOIDAL_BASE);
    plumb_json_put(&object, "rope", rope_json(&d));
    put_members(&object, &d, PLUMB_MEMBER_ALIBI_FORM, PLUMB_MEMBER_ALIBI_FORM);
    put_truth(&object, "slopes", p->slopes != NULL);
    put_members(&object, &d, PLUMB_MEMBER_DIRECTION, PLUMB_MEMBER_MAX_DISTANCE);
    put_count(&object, "table_rows", p->table != NULL, (int64_t)p->table_rows);
    put_truth(&object, "position_values", p->value_table != NULL);
    return object;
}

json_t *plumb_mask_json(const plumb_problem *problem) {
    plumb_description d = plumb_description_of(problem);
    json_t *object = json_object();
    put_truth(&object, "causal", problem->causal.causal);
    put_members(&object, &d, PLUMB_MEMBER_WINDOW, PLUMB_MEMBER_WINDOW);
    put_members(&object, &d, PLUMB_MEMBER_PREFIX, PLUMB_MEMBER_PREFIX);
    put_members(&object, &d, PLUMB_MEMBER_STREAMING, PLUMB_MEMBER_STREAMING);
    put_truth(&object, "streaming_in_cache", problem->mask.in_cache);
    put_members(&object, &d, PLUMB_MEMBER_CHUNK, PLUMB_MEMBER_CHUNK);
    put_truth(&object, "segments", problem->mask.query_segment != NULL);
    put_truth(&object, "bidirectional_groups", problem->mask.group != NULL);
    put_truth(&object, "allowed", plumb_states_boolean(&problem->mask));
    put_truth(&object, "draft_parents", problem->mask.drafts != NULL);
    put_truth(&object, "key_indices", problem->mask.lists != NULL);
    if (problem->mask.lists != NULL && problem->mask.lists->each)
        put_truth(&object, "duplicates_count", true);
    put_truth(&object, "key_lengths", problem->mask.key_lengths != NULL);
    put_truth(&object, "key_starts", problem->mask.key_starts != NULL);
    put_truth(&object, "offset_by_length", problem->mask.entry_offset != NULL);
    return object;
}
