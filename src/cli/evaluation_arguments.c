#include "cli/evaluation_arguments.h"
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>

/* Decimal digits, then `end`. */
static bool read_number(const char *text, char end, size_t *number, const char **rest) {
    char *stop;
    if (*text < '0' || *text > '9')
        return false;
    errno = 0;
    unsigned long long value = strtoull(text, &stop, 10);
    *number = (size_t)value;
    *rest = stop + 1;
    return errno == 0 && *stop == end && value <= SIZE_MAX;
}

static int read_rows(const char *text, const plumb_case *asked, plumb_evaluation_request *request, plumb_error *error) {
    const char *rest;
    if (!read_number(text, ':', &request->from, &rest) || !read_number(rest, '\0', &request->to, &rest))
        return plumb_fail(error, "--rows: '%s' is not two integers FROM:TO", text);
    if (request->from >= request->to)
        return plumb_fail(error, "--rows: '%s' selects no row", text);
    if (request->to > asked->problem.query_length)
        return plumb_fail(error, "%s: --rows: '%s' ends after the %zu queries of the case", asked->source, text,
                          asked->problem.query_length);
    return 0;
}

int plumb_evaluation_from_arguments(const plumb_option *options, const plumb_case *asked,
                                    plumb_evaluation_request *request, plumb_error *error) {
    *request =
        (plumb_evaluation_request){.to = asked->problem.query_length, .minimal = options[PLUMB_MINIMAL_OPTION].given};
    return options[PLUMB_ROWS_OPTION].given ? read_rows(options[PLUMB_ROWS_OPTION].value, asked, request, error) : 0;
}
