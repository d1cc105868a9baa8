/* test_parameters.c - every subcommand that reads a case treats parameters alike: extreme numbers give a result or a
   refusal in one line, never a crash; wrong ones give the same refusal. */
#include "tests/case/safetensors_bytes.h"
#include "tests/cli/program.h"
#include <stdbool.h>

/* What else each parameter needs, with a place for its value. */
static const char *const members[] = {
    "\"scale\":%s",
    "\"scale\":%s,\"position\":\"rope\",\"rope_layout\":\"half\"",
    "\"softcap\":%s",
    "\"operator\":\"scaled-softmax\",\"alpha\":%s",
    "\"operator\":\"power-softmax\",\"power\":%s",
    "\"operator\":\"clipped-softmax\",\"gamma\":%s,\"zeta\":1.1",
    "\"operator\":\"clipped-softmax\",\"gamma\":-0.1,\"zeta\":%s",
    "\"operator\":\"softpick\",\"epsilon\":%s",
    "\"sink\":\"first-keys\",\"sink_keys\":%s",
    "\"mask\":\"prefix\",\"prefix\":%s",
    "\"window\":{\"left\":%s}",
    "\"streaming\":{\"first\":%s,\"recent\":2}",
    "\"streaming\":{\"first\":1,\"recent\":%s}",
    "\"chunk\":%s",
    "\"mask\":\"causal\",\"causal_alignment\":{\"offset\":%s}",
    "\"position\":\"sinusoidal\",\"position_offset\":%s",
    "\"position\":\"sinusoidal\",\"sinusoidal_base\":%s",
    "\"position\":\"rope\",\"rope_layout\":\"half\",\"rope_base\":%s",
    "\"position\":\"rope\",\"rope_layout\":\"half\",\"rope_multiplier\":%s",
    "\"position\":\"rope\",\"rope_layout\":\"half\",\"rope_dim\":%s",
    "\"position\":\"rope\",\"rope_layout\":\"half\",\"rope_scaling\":\"linear\",\"rope_factor\":%s",
    "\"position\":\"rope\",\"rope_layout\":\"half\",\"rope_scaling\":\"llama3\",\"rope_factor\":8,"
    "\"rope_original\":%s",
    "\"position\":\"rope\",\"rope_layout\":\"half\",\"rope_scaling\":\"yarn\",\"rope_factor\":8,"
    "\"rope_original\":4,\"rope_beta_fast\":%s",
    "\"engine\":{\"name\":\"x\",\"precision\":{\"base\":\"f32\",\"exponential_ulp\":%s}}",
    "\"engine\":{\"name\":\"x\",\"precision\":{\"base\":\"f32\",\"least_key_block\":%s}}",
};

static const char *const values[] = {"1e308", "5e-324", "0", "-1", "\"-1e400\"", "9007199254740992"};

enum { MEMBERS = sizeof members / sizeof *members, VALUES = sizeof values / sizeof *values };

/* The value in its place, with the quotation marks as they stand in a text within a text. */
static void write_member(char text[1024], const char *member, const char *value) {
    char plain[512];
    const char *place = strstr(member, "%s");
    snprintf(plain, sizeof plain, "%.*s%s%s", (int)(place - member), member, value, place + 2);
    for (const char *c = plain; *c != 0; c++) {
        if (*c == '"')
            *text++ = '\\';
        *text++ = *c;
    }
    *text = 0;
}

/* Four queries and keys in two heads, the same numbers in q, k, v and out. */
static void save_case(const char *member) {
    enum { NUMBERS = 32, BYTES = 4 * NUMBERS };
    static const char *const names[] = {"q", "k", "v", "out"};
    unsigned char data[4 * BYTES];
    char header[2048];
    int length = snprintf(header, sizeof header,
                          "{\"__metadata__\":{\"plumbline\":\"{\\\"version\\\":1,%s}\"}", member);
    for (int i = 0; i < 4; i++) {
        length += snprintf(header + length, sizeof header - (size_t)length,
                           ",\"%s\":{\"dtype\":\"F32\",\"shape\":[1,2,4,4],\"data_offsets\":[%d,%d]}",
                           names[i], i * BYTES, (i + 1) * BYTES);
        for (int n = 0; n < NUMBERS; n++) {
            float number = (float)(n * 7 % 11 - 5) / 4;
            uint32_t bits;
            memcpy(&bits, &number, sizeof bits);
            plumb_store(data + i * BYTES + 4 * n, 4, bits);
        }
    }
    header[length++] = '}';
    header[length] = 0;
    file_bytes file = safetensors_file(header, data, sizeof data);
    save("x.safetensors", file.bytes, file.size);
    free(file.bytes);
}

static bool is_one_line(const char *text) {
    const char *end = strchr(text, '\n');
    return strncmp(text, "plumb: ", 7) == 0 && end != NULL && end[1] == 0;
}

/* diagnose judges as diff does; it may look for causes as long as it is let. */
static const char *const commands[] = {
    "diagnose x.safetensors --seconds 1", "eval x.safetensors --emit output -o o.safetensors", "sink x.safetensors"};

START_TEST(extreme_parameters_do_no_harm) {
    enter_directory();
    for (int v = 0; v < VALUES; v++) {
        char member[1024];
        write_member(member, members[_i], values[v]);
        save_case(member);
        for (size_t c = 0; c < sizeof commands / sizeof *commands; c++) {
            outcome result = run(commands[c]);
            ck_assert_msg(result.exit_code >= 0 && result.exit_code <= 3, "%s: %s: exit %d",
                          member, commands[c], result.exit_code);
            ck_assert_msg(result.exit_code != 2 || is_one_line(result.error), "%s: %s: %s", member,
                          commands[c], result.error);
        }
    }
    leave_directory();
}
END_TEST

START_TEST(a_precision_is_refused_by_all) {
    static const char *const precisions[] = {"\"f33\"", "\"f32,score=f33\"", "{\"base\":\"f32\",\"scores\":\"f16\"}"};
    enter_directory();
    for (int i = 0; i < 3; i++) {
        char member[1024], wanted[sizeof((outcome *)NULL)->error] = "";
        write_member(member, "\"engine\":{\"name\":\"x\",\"precision\":%s}", precisions[i]);
        save_case(member);
        for (size_t c = 0; c < sizeof commands / sizeof *commands; c++) {
            outcome result = run(commands[c]);
            ck_assert_int_eq(result.exit_code, 2);
            ck_assert_msg(strncmp(result.error, "plumb: x.safetensors: precision: ", 33) == 0, "%s",
                          result.error);
            if (c == 0)
                strcpy(wanted, result.error);
            ck_assert_str_eq(result.error, wanted);
        }
    }
    leave_directory();
}
END_TEST

int main(void) {
    Suite *suite = suite_create("parameters");
    TCase *tests = tcase_create("parameters");
    tcase_set_timeout(tests, 60);
    tcase_add_loop_test(tests, extreme_parameters_do_no_harm, 0, MEMBERS);
    tcase_add_test(tests, a_precision_is_refused_by_all);
    suite_add_tcase(suite, tests);
    return run_suite_in_place(suite);
}
