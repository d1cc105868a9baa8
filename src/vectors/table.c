#include "vectors/vectors.h"
#include <stdlib.h>
#include <string.h>

/* A line of the second table: an axis of neighbours, or one cheat. */
typedef struct {
    const char *name;
    bool cheat;
    size_t total, of_family[64], families;
} line;

typedef struct {
    const plumb_vectors *vectors;
    line *lines;
    size_t count, capacity;
    bool short_of_memory;
} lines;

static bool is_cheat(const plumb_mutant *mutant) {
    return strcmp(mutant->axis, "cheat") == 0 || strcmp(mutant->axis, "exponentials") == 0;
}

static line *line_of(lines *all, const plumb_mutant *mutant) {
    bool cheat = is_cheat(mutant);
    const char *name = cheat ? mutant->does : mutant->axis;
    for (size_t i = 0; i < all->count; i++)
        if (all->lines[i].cheat == cheat && strcmp(all->lines[i].name, name) == 0)
            return &all->lines[i];
    if (all->count == all->capacity) {
        size_t capacity = 2 * all->capacity + 64;
        line *grown = realloc(all->lines, capacity * sizeof *grown);
        if (grown == NULL) {
            all->short_of_memory = true;
            return NULL;
        }
        all->lines = grown;
        all->capacity = capacity;
    }
    all->lines[all->count] = (line){.name = name, .cheat = cheat};
    return &all->lines[all->count++];
}

static size_t place_of(const plumb_family *family) {
    size_t i = 0;
    while (plumb_family_at(i) != family)
        i++;
    return i;
}

/* A vector counts once for each line. */
static void count_vector(lines *all, const plumb_vector *vector) {
    const plumb_caught *caught = &vector->caught;
    size_t family = place_of(vector->candidate.family);
    for (size_t i = 0; i < caught->count; i++) {
        line *own = line_of(all, &caught->list[i]);
        bool counted = own == NULL;
        for (size_t before = 0; before < i && !counted; before++)
            counted = line_of(all, &caught->list[before]) == own;
        if (counted)
            continue;
        own->total++;
        own->families += own->of_family[family]++ == 0;
    }
}

static int compare_lines(const void *a, const void *b) {
    const line *one = a, *other = b;
    return one->cheat != other->cheat ? one->cheat - other->cheat : strcmp(one->name, other->name);
}

/* The families, most vectors first. */
static void write_line(const line *l, FILE *stream) {
    fprintf(stream, "| %s%s%s | %zu |", l->cheat ? "" : "`", l->name, l->cheat ? "" : "`", l->total);
    bool written[64] = {false};
    for (size_t n = 0; n < l->families; n++) {
        size_t most = 64;
        for (size_t i = 0; i < 64; i++)
            if (!written[i] && l->of_family[i] > 0 && (most == 64 || l->of_family[i] > l->of_family[most]))
                most = i;
        written[most] = true;
        fprintf(stream, "%s %s %zu", n == 0 ? "" : ",", plumb_family_at(most)->name, l->of_family[most]);
    }
    fputs(" |\n", stream);
}

static void write_lines(const lines *all, bool cheats, FILE *stream) {
    fprintf(stream, "\n| %s | vectors | of which families |\n|---|---|---|\n",
            cheats ? "an engine that" : "an engine that differs in");
    for (size_t i = 0; i < all->count; i++)
        if (all->lines[i].cheat == cheats)
            write_line(&all->lines[i], stream);
}

static void write_families(const plumb_vectors *vectors, FILE *stream) {
    const plumb_family *family;
    fputs("| family | vectors | what is got wrong |\n|---|---|---|\n", stream);
    for (size_t f = 0; (family = plumb_family_at(f)) != NULL; f++) {
        size_t candidates = 0, kept = 0;
        for (size_t i = 0; i < vectors->count; i++) {
            candidates += vectors->vector[i].candidate.family == family;
            kept += vectors->vector[i].candidate.family == family && plumb_vector_is_kept(&vectors->vector[i]);
        }
        if (candidates > 0)
            fprintf(stream, "| %s | %zu | %s %s |\n", family->name, kept, family->about, family->effect);
    }
    fprintf(stream, "| all | %zu | |\n", vectors->kept);
}

int plumb_vectors_table(const plumb_vectors *vectors, FILE *stream) {
    lines all = {.vectors = vectors};
    for (size_t i = 0; i < vectors->count; i++)
        if (plumb_vector_is_kept(&vectors->vector[i]))
            count_vector(&all, &vectors->vector[i]);
    if (all.count > 0)
        qsort(all.lines, all.count, sizeof *all.lines, compare_lines);
    write_families(vectors, stream);
    write_lines(&all, false, stream);
    write_lines(&all, true, stream);
    free(all.lines);
    return all.short_of_memory || ferror(stream) ? -1 : 0;
}
