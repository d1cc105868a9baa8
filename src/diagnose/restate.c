/* A case becomes a description, the neighbour's JSON amends it, and the result becomes a case again.  In between,
   settle leaves out what no chosen word takes any more, until nothing changes, gives what is newly taken its standard,
   and leaves out what became idle.  The rules of schema/rules.h then decide whether it goes together.  Last, members
   that differ are compared by their effect: masks by the keys that they show, rotations by their angles, others by
   their values. */
#include "diagnose/restate.h"
#include "diagnose/change.h"
#include "case/description.h"
#include "diagnose/shown.h"
#include "diagnose/tensors.h"
#include <stdio.h>
#include <string.h>

/* ---- a case as a description ---- */

/* The description of the case, its numbers as they are meant. */
static plumb_description describe(const plumb_case *c) {
    plumb_description d = plumb_description_of(&c->problem);
    d.alignment = PLUMB_ALIGNMENT_OFFSET;
    d.offset = c->problem.causal.offset;
    d.scale = c->problem.scale.text;
    d.scale_site = c->scale_site;
    d.tile = c->tiled_heads != 0;
    d.precision = c->precision;
    return d;
}

/* Without the tensors that *c has besides. */
static void take_description(plumb_case *c, const plumb_description *d) {
    plumb_problem *p = &c->problem;
    int64_t last = (int64_t)p->key_length - (int64_t)p->query_length;
    p->mask = d->mask;
    if (d->alignment != PLUMB_ALIGNMENT_OFFSET)
        p->mask.entry_offset = d->alignment == PLUMB_ALIGNMENT_BOTTOM_RIGHT ? c->from_end : NULL;
    p->mask.prefixed = d->mask_word == PLUMB_MASK_PREFIX;
    p->causal.causal = d->mask_word == PLUMB_MASK_CAUSAL;
    p->causal.offset = d->alignment == PLUMB_ALIGNMENT_OFFSET         ? d->offset
                       : d->alignment == PLUMB_ALIGNMENT_BOTTOM_RIGHT ? last
                                                                      : 0;
    p->scale.text = d->scale;
    p->empty_row = d->empty_row;
    p->empty_lse_positive = d->empty_lse_positive;
    p->position = d->position;
    p->op = d->op;
    c->precision = d->precision;
}

/* ---- what is chosen, taken and given ---- */

static bool chooses(plumb_member member) {
    const plumb_member_row *row = plumb_member_at(member);
    return (row->kind == PLUMB_KIND_WORD || row->kind == PLUMB_KIND_TRUTH) && row->stored != PLUMB_STORED_TEXT;
}

static const plumb_value *chosen(const plumb_description *d, plumb_member member) {
    return plumb_word_of(member, plumb_description_word(d, member));
}

static void add_names(plumb_member_set *set, const char *names) {
    plumb_member member;
    while (names != NULL && (member = plumb_next_member(&names)) != PLUMB_MEMBERS)
        plumb_set_add(set, member);
}

/* What the words chosen take and need. */
static plumb_member_set taken_by(const plumb_description *d) {
    plumb_member_set taken = {{0}};
    for (int i = 0; i < PLUMB_MEMBERS; i++) {
        const plumb_value *word = chooses((plumb_member)i) ? chosen(d, (plumb_member)i) : NULL;
        if (word == NULL)
            continue;
        add_names(&taken, word->needs);
        add_names(&taken, word->takes);
    }
    return taken;
}

static bool is_stated(const plumb_description *d, plumb_member member) {
    static const plumb_description nothing;
    return !plumb_description_same(d, &nothing, member);
}

/* A case and the description that it shall have. */
typedef struct {
    plumb_case *c;
    plumb_description before, after;
} restatement;

/* Whether the word needs what the case states, as it did before. */
static void give_needs(const restatement *r, plumb_member member, plumb_member_set *given) {
    const plumb_value *word = chosen(&r->after, member);
    if (word != NULL && word == chosen(&r->before, member))
        add_names(given, word->needs);
}

static plumb_member_set given_by(const restatement *r) {
    const plumb_member besides[] = {PLUMB_MEMBER_EMPTY_LSE, PLUMB_MEMBER_PREFIX, PLUMB_MEMBER_STREAMING_POSITIONS,
                                    PLUMB_MEMBER_SOFTCAP_ORDER};
    plumb_member_set given = r->after.stated, taken = taken_by(&r->after);
    plumb_tensor_view view;
    plumb_set_add(&given, PLUMB_MEMBER_CAUSAL_ALIGNMENT);
    if (r->before.mask_word == PLUMB_MASK_PREFIX)
        plumb_set_add(&given, PLUMB_MEMBER_PREFIX);
    for (size_t i = 0; i < sizeof besides / sizeof *besides; i++)
        plumb_set_add(&taken, besides[i]);
    for (int i = 0; i < PLUMB_MEMBERS; i++) {
        plumb_member member = (plumb_member)i;
        if (chooses(member))
            give_needs(r, member, &given);
        bool there = plumb_is_tensor(member) ? plumb_tensor_in(r->c, member, &view)
                                             : plumb_set_has(taken, member) && is_stated(&r->after, member);
        if (there)
            plumb_set_add(&given, member);
    }
    return given;
}

static plumb_company company_of(const restatement *r) {
    const plumb_problem *p = &r->c->problem;
    return (plumb_company){.description = &r->after,
                           .given = given_by(r),
                           .head_dim = p->head_dim,
                           .value_dim = p->value_dim,
                           .query_length = p->query_length,
                           .key_length = p->key_length,
                           .lenient = true};
}

/* ---- what is left out ---- */

/* The pointers of the description are those of the case. */
static void leave_out(restatement *r, plumb_member member) {
    if (plumb_is_tensor(member)) {
        take_description(r->c, &r->after);
        plumb_tensor_drop(r->c, member);
        r->after.mask = r->c->problem.mask;
        r->after.position = r->c->problem.position;
    } else
        plumb_description_leave_out(&r->after, member);
    plumb_set_remove(&r->after.stated, member);
}

static void leave_out_all(restatement *r, const char *names) {
    plumb_member member;
    while (names != NULL && (member = plumb_next_member(&names)) != PLUMB_MEMBERS)
        leave_out(r, member);
}

/* What is taken now and was not has its standard. */
static void put_standards(restatement *r, plumb_member_set before, plumb_member_set now) {
    for (int i = 0; i < PLUMB_MEMBERS; i++) {
        plumb_member member = (plumb_member)i;
        if (!plumb_set_has(now, member) || plumb_set_has(before, member) || plumb_set_has(r->after.stated, member) ||
            plumb_is_tensor(member))
            continue;
        plumb_description_leave_out(&r->after, member);
        plumb_description_put_standard(&r->after, member);
    }
    bool turns = r->after.position.kind == PLUMB_POSITION_ROPE || plumb_rotates_output(&r->after.position);
    if (turns && r->after.position.rope.dim == 0)
        r->after.position.rope.dim = r->c->problem.head_dim;
}

/* What was taken, but is no more.  Numbers that nothing reads may stay, but for those of another position. */
static bool leave_untaken(restatement *r, plumb_member_set before, plumb_member_set now) {
    bool left = false, moved = r->after.position.kind != r->before.position.kind;
    for (int i = 0; i < PLUMB_MEMBERS; i++) {
        plumb_member member = (plumb_member)i;
        plumb_tensor_view view;
        bool stays = plumb_member_at(member)->kind == PLUMB_KIND_REAL && !moved;
        if (!plumb_set_has(before, member) || plumb_set_has(now, member) || stays)
            continue;
        bool there = plumb_is_tensor(member) ? plumb_tensor_in(r->c, member, &view) : is_stated(&r->after, member);
        if (there)
            leave_out(r, member);
        left = left || (there && chooses(member));
    }
    return left;
}

/* What is passed over now, and what was and is not any more, is not stated. */
static void settle(restatement *r) {
    restatement was = {r->c, r->before, r->before};
    plumb_company company = company_of(&was);
    plumb_member_set idle_before = plumb_company_idle(&company), before = taken_by(&r->before), now;
    do
        now = taken_by(&r->after);
    while (leave_untaken(r, before, now));
    put_standards(r, before, now);
    company = company_of(r);
    plumb_member_set idle = plumb_company_idle(&company);
    for (int i = 0; i < PLUMB_MEMBERS; i++) {
        bool was_idle = plumb_set_has(idle_before, (plumb_member)i), is_idle = plumb_set_has(idle, (plumb_member)i);
        bool stated = was_idle && plumb_set_has(r->after.stated, (plumb_member)i);
        /* The offset is that of the problem, which need not be stated. */
        if (was_idle != is_idle && !stated && i != PLUMB_MEMBER_CAUSAL_ALIGNMENT)
            leave_out(r, (plumb_member)i);
    }
}

/* ---- whether anything else is asked ---- */

/* The members of which the two cases hold other values. */
static plumb_member_set differences(plumb_case *one, plumb_case *other) {
    plumb_description a = describe(one), b = describe(other);
    plumb_member_set differ = {{0}};
    for (int i = 0; i < PLUMB_MEMBERS; i++) {
        plumb_member member = (plumb_member)i;
        const void **x = plumb_tensor_place(one, member), **y = plumb_tensor_place(other, member);
        if (plumb_is_tensor(member) ? x != NULL && *x != *y : !plumb_description_same(&a, &b, member))
            plumb_set_add(&differ, member);
    }
    if (a.offset != b.offset)
        plumb_set_add(&differ, PLUMB_MEMBER_CAUSAL_ALIGNMENT);
    return differ;
}

/* Whether there are any, all of them between the two members. */
static bool are_within(plumb_member_set set, plumb_member first, plumb_member last) {
    bool any = false;
    for (int i = 0; i < PLUMB_MEMBERS; i++) {
        if (!plumb_set_has(set, (plumb_member)i))
            continue;
        if (i < (int)first || i > (int)last)
            return false;
        any = true;
    }
    return any;
}

static bool adds_anything(plumb_case *c) {
    plumb_tensor_view view;
    bool any = false;
    if (plumb_tensor_in(c, PLUMB_MEMBER_BIAS, &view))
        for (size_t i = 0; i < view.count; i++)
            any = any || c->problem.extra.bias[i] != 0;
    return any;
}

/* Whether a row has no log-sum-exp but by definition: neither a key nor a sink is in its sum. */
static bool reads_empty_lse(const plumb_case *c) {
    const plumb_operator *op = &c->problem.op;
    bool has_sink = plumb_sink_adds_logit(op->sink) && !op->sink_outside_lse;
    return c->lse.present && !has_sink && plumb_hides_a_row(&c->problem);
}

/* Masks ask something else where they show other keys, rotations where they turn otherwise, what is said of empty rows
   where there are some. */
static int asks_other(plumb_storage *storage, plumb_case *before, plumb_case *after) {
    const plumb_problem *a = &before->problem, *b = &after->problem;
    plumb_member_set differ = differences(before, after);
    bool in_cache = a->mask.in_cache != b->mask.in_cache && a->mask.streaming == b->mask.streaming;
    if (are_within(differ, PLUMB_MEMBER_MASK, PLUMB_MEMBER_CAUSAL_ALIGNMENT) && !in_cache)
        return !plumb_shows_same(a, b);
    if (are_within(differ, PLUMB_MEMBER_ROPE_LAYOUT, PLUMB_MEMBER_ROPE_SIN))
        return plumb_rotation_differs(storage, a, b);
    if (are_within(differ, PLUMB_MEMBER_SINK, PLUMB_MEMBER_SINK_KEYS) && a->op.sink == PLUMB_SINK_FIRST_KEYS &&
        !plumb_sink_adds_logit(b->op.sink))
        return !plumb_shows_same(a, b);
    if (are_within(differ, PLUMB_MEMBER_EMPTY_ROW, PLUMB_MEMBER_EMPTY_ROW))
        return plumb_has_empty_row(b);
    if (are_within(differ, PLUMB_MEMBER_EMPTY_LSE, PLUMB_MEMBER_EMPTY_LSE))
        return reads_empty_lse(after);
    if (are_within(differ, PLUMB_MEMBER_SOFTCAP_ORDER, PLUMB_MEMBER_SOFTCAP_ORDER))
        return plumb_softcap_orders_differ(b, a->op.softcap_order, b->op.softcap_order);
    if (are_within(differ, PLUMB_MEMBER_BIAS, PLUMB_MEMBER_BIAS))
        return adds_anything(before);
    return !plumb_set_is_empty(differ);
}

/* ---- the whole ---- */

static int amend(const char *states, plumb_storage *storage, plumb_description *d) {
    char text[PLUMB_NEIGHBOUR_TEXT + sizeof "{}"];
    plumb_error error;
    snprintf(text, sizeof text, "{%s}", states);
    if (plumb_description_amend(text, storage, d, &error) == 0)
        return 1;
    return strstr(error.text, "not enough memory") != NULL ? -1 : 0;
}

/* Makes *c say it, whether that goes together or not; *stated: what it then states that it did not. */
static int say(const plumb_neighbour *neighbour, plumb_storage *storage, plumb_case *c, plumb_member_set *stated) {
    restatement r = {.c = c, .before = describe(c)};
    r.after = r.before;
    leave_out_all(&r, neighbour->of);
    int result = amend(neighbour->states, storage, &r.after);
    if (result != 1)
        return result;
    settle(&r);
    take_description(c, &r.after);
    *stated = r.after.stated;
    return 1;
}

/* Whether the numbers that words take are such as the reader accepts: some changes compute them. */
static bool are_numbers_right(const plumb_description *d) {
    plumb_member_set taken = taken_by(d);
    for (int i = 0; i < PLUMB_MEMBERS; i++) {
        plumb_member member = (plumb_member)i;
        plumb_kind kind = plumb_member_at(member)->kind;
        bool number = kind == PLUMB_KIND_REAL || kind == PLUMB_KIND_INTEGER;
        if (number && plumb_set_has(taken, member) && is_stated(d, member) &&
            !plumb_is_within(member, plumb_description_number(d, member)))
            return false;
    }
    return true;
}

bool plumb_case_allowed(const plumb_case *c) {
    char text[PLUMB_RULE_TEXT];
    plumb_case copy = *c;
    restatement r = {.c = &copy, .before = describe(c), .after = describe(c)};
    plumb_company company = company_of(&r);
    return plumb_company_check(&company, text) && are_numbers_right(&r.after) && plumb_positions_fit(&c->problem);
}

/* Whether tensors that both have are long enough for what is said of them now. */
static bool tables_fit(const plumb_position *before, const plumb_position *after) {
    bool by_pair = after->rope.cosine != NULL || after->rope.long_divisor != NULL;
    bool of_buckets = after->kind == PLUMB_POSITION_T5 && before->kind == PLUMB_POSITION_T5;
    bool turns = after->kind == PLUMB_POSITION_ROPE || plumb_rotates_output(after);
    bool has_ids = after->query_position != NULL || after->key_position != NULL;
    return !(has_ids && plumb_axes_of(after) != plumb_axes_of(before)) &&
           !(turns && by_pair && after->rope.dim != before->rope.dim) &&
           !(of_buckets && after->buckets > before->buckets);
}

static bool goes_together(const plumb_case *before, plumb_case *after, plumb_member_set stated) {
    char text[PLUMB_RULE_TEXT];
    restatement r = {.c = after, .before = describe(before), .after = describe(after)};
    r.after.stated = stated;
    plumb_company company = company_of(&r), said = {.description = &r.after, .given = stated};
    return plumb_company_takes(&said) && plumb_company_check(&company, text) &&
           tables_fit(&before->problem.position, &after->problem.position) && plumb_positions_fit(&after->problem);
}

int plumb_restate(const plumb_making *m) {
    plumb_case before = *m->changed, said = before;
    plumb_member_set stated;
    int result = say(m->by, m->storage, &said, &stated);
    if (result == 1)
        result = goes_together(&before, &said, stated) ? asks_other(m->storage, &before, &said) : 0;
    if (result == 1)
        *m->changed = said;
    return result;
}

static bool same_places(const plumb_problem *one, const plumb_problem *other) {
    return one->causal.offset == other->causal.offset && one->mask.entry_offset == other->mask.entry_offset;
}

/* The positions become ids first, which stay. */
int plumb_restate_masks(const plumb_making *m) {
    plumb_case said = *m->changed;
    plumb_member_set stated;
    int result = say(m->by, m->storage, &said, &stated);
    if (result != 1 || same_places(&said.problem, m->p) || !plumb_encoding_counts(m->p))
        return result == 1 ? plumb_restate(m) : result;
    plumb_problem placed = *m->p;
    result = plumb_state_positions(m->storage, &placed, NULL, NULL);
    if (result != 1)
        return result;
    said.problem.position = placed.position;
    if (!goes_together(m->changed, &said, stated) || plumb_shows_same(&said.problem, m->p))
        return 0;
    *m->changed = said;
    return 1;
}

int plumb_restate_at_end(const plumb_making *m) {
    int64_t last = (int64_t)m->p->key_length - (int64_t)m->p->query_length, *query = NULL;
    if (m->p->position.kind != PLUMB_POSITION_NONE || m->p->causal.offset != 0 || last == 0 ||
        m->p->mask.entry_offset != NULL)
        return 0;
    int result = plumb_restate(m);
    if (result == 1)
        result = plumb_state_positions(m->storage, m->p, &query, NULL);
    if (result != 1 || query == NULL)
        return result == 1 ? 0 : result;
    for (size_t i = 0; i < m->p->batch * m->p->query_length; i++)
        query[i] += last;
    return plumb_positions_made(m->p);
}

int plumb_says_other(const plumb_case *stated, const plumb_neighbour *neighbour, bool *all) {
    plumb_storage storage = {0};
    plumb_case before = *stated, after = before;
    plumb_neighbour alone = {.of = neighbour->of, .states = ""};
    plumb_member_set said;
    int result = say(&alone, &storage, &after, &said);
    plumb_member_set left = differences(&before, &after);
    *all = plumb_set_is_empty(left);
    after = before;
    if (result == 1)
        result = say(neighbour, &storage, &after, &said);
    plumb_member_set differ = differences(&before, &after);
    plumb_storage_free(&storage);
    return result != 1 ? result : !plumb_set_is_empty(differ);
}
