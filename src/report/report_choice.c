/* report_choice.c - see report_choice.h. */
#include "report/report_choice.h"
#include "base/json_text.h"
#include "judge/choice.h"
#include "schema/text.h"
#include <math.h>
#include <stdio.h>

#define add(text, ...) plumb_text_add(text, PLUMB_FACT_TEXT, __VA_ARGS__)

const char *plumb_choice_fact(const plumb_case *judged, char text[PLUMB_FACT_TEXT]) {
    const plumb_choice *choice = &judged->choice;
    if (choice->lists == 0)
        return "";
    if (choice->wrong > 0)
        snprintf(text, PLUMB_FACT_TEXT, "FAIL: %zu of %zu lists do not have the largest index scores", choice->wrong,
                 choice->lists);
    else
        snprintf(text, PLUMB_FACT_TEXT, "%zu of %zu lists have the largest index scores",
                 choice->lists - choice->unjudged, choice->lists);
    if (choice->unjudged > 0)
        add(text, "; of %zu a visible key has the score NaN: nothing is known", choice->unjudged);
    return text;
}

/* The first wrong list: [batch, head, row]. */
static void place_of(const plumb_case *judged, size_t place[3]) {
    const plumb_lists *lists = judged->problem.mask.lists;
    size_t list = judged->choice.list;
    place[0] = list / lists->rows / lists->heads;
    place[1] = list / lists->rows % lists->heads;
    place[2] = list % lists->rows;
}

const char *plumb_wrong_choice_fact(const plumb_case *judged, char text[PLUMB_FACT_TEXT]) {
    const plumb_choice *choice = &judged->choice;
    const plumb_lists *lists = judged->problem.mask.lists;
    size_t place[3];
    if (choice->wrong == 0)
        return "";
    const char *what = lists->key_block > 1 ? "block" : "key";
    place_of(judged, place);
    snprintf(text, PLUMB_FACT_TEXT, "key_indices[%zu,", place[0]);
    if (lists->heads > 1)
        add(text, "%zu,", place[1]);
    add(text, "%zu] leaves out %s %zu, score %.9g", place[2], what, choice->left_out, choice->left_out_score);
    if (choice->full)
        add(text, ", and has %s %zu, score %.9g", what, choice->taken, choice->taken_score);
    else
        add(text, ", although only %zu of its %zu places hold a visible %s", choice->chosen, choice->places, what);
    return text;
}

/* clang-format off */
static json_t *first_object(const plumb_case *judged) {
    const plumb_choice *choice = &judged->choice;
    size_t place[3];
    if (choice->wrong == 0)
        return json_null();
    place_of(judged, place);
    return json_pack("{s:[o,o,o], s:o, s:o, s:o, s:o}",
                     "list", plumb_json_integer(place[0]), plumb_json_integer(place[1]), plumb_json_integer(place[2]),
                     "left_out", plumb_json_integer(choice->left_out),
                     "left_out_score", plumb_json_number(choice->left_out_score),
                     "taken", choice->full ? plumb_json_integer(choice->taken) : json_null(),
                     "taken_score", choice->full ? plumb_json_number(choice->taken_score) : json_null());
}

json_t *plumb_choice_json(const plumb_case *judged) {
    const plumb_choice *choice = &judged->choice;
    char text[PLUMB_FACT_TEXT], first[PLUMB_FACT_TEXT];
    plumb_choice_fact(judged, text);
    if (*plumb_wrong_choice_fact(judged, first) != 0)
        add(text, "; %s", first);
    return choice->lists == 0
               ? json_null()
               : json_pack("{s:s, s:s, s:o, s:o, s:o, s:o}",
                           "verdict", plumb_verdict_name(plumb_choice_verdict(judged)),
                           "says", text,
                           "lists", plumb_json_integer(choice->lists),
                           "wrong", plumb_json_integer(choice->wrong),
                           "unjudged", plumb_json_integer(choice->unjudged),
                           "first", first_object(judged));
}
/* clang-format on */
