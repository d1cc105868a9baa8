#include "cli/numbers.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

int plumb_count_of(const plumb_option *option, size_t least, size_t *count, plumb_error *error) {
    if (!option->given)
        return 0;
    char *end;
    errno = 0;
    unsigned long long value = strtoull(option->value, &end, 10);
    bool digits = strspn(option->value, "0123456789") == strlen(option->value);
    if (!digits || errno == ERANGE || value < least || value > (1ULL << 53))
        return plumb_fail(error, "%s: '%s' is not an integer of at least %zu", option->name, option->value, least);
    *count = (size_t)value;
    return 0;
}
