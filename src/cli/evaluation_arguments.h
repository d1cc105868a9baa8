/* evaluation_arguments.h - the flags that select the evaluated queries and the kernels. */
#ifndef PLUMB_CLI_EVALUATION_ARGUMENTS_H
#define PLUMB_CLI_EVALUATION_ARGUMENTS_H
#include "case/case.h"
#include "cli/arguments.h"

/* The queries from <= t < to of each head; --minimal. */
typedef struct {
    size_t from, to;
    bool minimal;
} plumb_evaluation_request;

/* Their places among the flags of diff and eval (cli/flags.h). */
enum { PLUMB_ROWS_OPTION, PLUMB_MINIMAL_OPTION, PLUMB_EVALUATION_OPTIONS };

/* --rows A:B, checked against the queries of the case; without it, all. */
int plumb_evaluation_from_arguments(const plumb_option *options, const plumb_case *asked,
                                    plumb_evaluation_request *request, plumb_error *error);
#endif
