#include "schema/formats.h"
#include <string.h>

static const plumb_json_format formats[] = {
#define FORMAT(name, root, title) {name, root, title},
#define MEMBER(object, name, type)
#include "schema/formats.def"
#undef FORMAT
#undef MEMBER
};

static const plumb_json_member members[] = {
#define FORMAT(name, root, title)
#define MEMBER(object, name, type) {object, name, type},
#include "schema/formats.def"
#undef FORMAT
#undef MEMBER
};

const plumb_json_member *plumb_json_member_at(size_t index) {
    return index < sizeof members / sizeof *members ? &members[index] : NULL;
}

const plumb_json_format *plumb_json_format_find(const char *name) {
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (strcmp(formats[i].name, name) == 0)
            return &formats[i];
    return NULL;
}
