/* must_notice.h - faults that the inputs of a case must reveal; a PASS is blind if they do not. */
#ifndef PLUMB_JUDGE_MUST_NOTICE_H
#define PLUMB_JUDGE_MUST_NOTICE_H
#include "base/error.h"
#include <stdbool.h>
#include <stddef.h>

/* 0: not demanded. */
typedef struct {
    size_t lost_keys; /* number of neighbouring keys, lost in every row of a head */
    double scale;     /* all scores multiplied by 1 + scale, or 1 - scale */
} plumb_must_notice;

/* Parses "lost_keys=1,scale=0.01", either or both; messages begin with field.  Returns 0, or -1 with a message. */
int plumb_must_notice_parse(const char *field, const char *text, plumb_must_notice *must, plumb_error *error);

bool plumb_must_notice_any(const plumb_must_notice *must);
#endif
