/* consumer.c - compares a plain attention in C with the vectors of docs/vectors.md that it supports.

     cc -std=c11 consumer.c -ljansson -lm && ./a.out FOLDER FAMILY...

   It has its own reader and uses nothing of Plumbline.  It skips unsupported vectors. */
#include <jansson.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { Q, K, V, BIAS, SINKS, LOW, HIGH, TOLERANCE, TENSORS };

static const char *const names[TENSORS] = {
    "q", "k", "v", "bias", "sinks", "extra.out.low", "extra.out.high", "extra.out.tolerance"};

typedef struct {
    size_t shape[4];
    double *value; /* NULL: there is none */
} tensor;

/* ---- files ---- */

static unsigned char *read_file(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    unsigned char *bytes = malloc(*size = 1 << 20);
    if (file == NULL || bytes == NULL) {
        fprintf(stderr, "%s: cannot be read\n", path);
        exit(2);
    }
    *size = fread(bytes, 1, *size, file);
    fclose(file);
    return bytes;
}

static uint64_t load(const unsigned char *bytes, size_t size) {
    uint64_t bits = 0;
    for (size_t i = size; i > 0; i--)
        bits = bits << 8 | bytes[i - 1];
    return bits;
}

static double half(uint64_t bits) {
    int exponent = (int)(bits >> 10 & 31);
    double fraction = (double)(bits & 1023);
    double size = exponent == 31 ? (fraction > 0 ? NAN : INFINITY)
                  : exponent > 0 ? ldexp(1024 + fraction, exponent - 25)
                                 : ldexp(fraction, -24);
    return bits >> 15 == 0 ? size : -size;
}

static double number(const char *dtype, const unsigned char *bytes, size_t i) {
    uint64_t wide;
    uint32_t narrow;
    double value;
    float single;
    if (strcmp(dtype, "F16") == 0)
        return half(load(bytes + 2 * i, 2));
    if (strcmp(dtype, "F64") == 0) {
        wide = load(bytes + 8 * i, 8);
        memcpy(&value, &wide, sizeof value);
        return value;
    }
    narrow = (uint32_t)(strcmp(dtype, "F32") == 0 ? load(bytes + 4 * i, 4) : load(bytes + 2 * i, 2) << 16);
    memcpy(&single, &narrow, sizeof single);
    return single;
}

static void read_tensor(const json_t *entry, const unsigned char *data, tensor *out) {
    const json_t *shape = json_object_get(entry, "shape");
    size_t rank = json_array_size(shape), count = 1;
    for (size_t i = 0; i < rank && i < 4; i++)
        count *= out->shape[i] = (size_t)json_integer_value(json_array_get(shape, i));
    data += json_integer_value(json_array_get(json_object_get(entry, "data_offsets"), 0));
    out->value = malloc((count + 1) * sizeof *out->value);
    for (size_t i = 0; i < count; i++)
        out->value[i] = number(json_string_value(json_object_get(entry, "dtype")), data, i);
}

/* False if there is a tensor of the case that is not known here. */
static int read_vector(const char *path, tensor *t) {
    size_t size, known = 1;
    unsigned char *bytes = read_file(path, &size);
    size_t header_size = (size_t)load(bytes, 8);
    json_t *header = json_loadb((char *)bytes + 8, header_size, 0, NULL), *entry;
    const char *name;
    json_object_foreach(header, name, entry) {
        size_t i = 0;
        while (i < TENSORS && strcmp(names[i], name) != 0)
            i++;
        if (i < TENSORS)
            read_tensor(entry, bytes + 8 + header_size, &t[i]);
        else if (strncmp(name, "extra.", 6) != 0 && strcmp(name, "__metadata__") != 0 && strcmp(name, "out") != 0)
            known = 0;
    }
    json_decref(header);
    free(bytes);
    return (int)known;
}

/* ---- what is asked ---- */

typedef struct {
    double scale, softcap;
    int causal, tile, sink, empty_nan;
    long offset, left, right;
} question;

static int is(const json_t *value, const char *word) {
    return json_is_string(value) && strcmp(json_string_value(value), word) == 0;
}

static double ratio(const json_t *value) {
    char *end;
    double x = strtod(json_string_value(value), &end);
    return *end == '/' ? x / strtod(end + 1, NULL) : x;
}

/* False of a convention that has no word here. */
static int ask(const char *name, const json_t *value, long behind, question *q) {
    if (strcmp(name, "mask") == 0)
        return is(value, "none") || (q->causal = is(value, "causal"));
    if (strcmp(name, "causal_alignment") == 0) {
        q->offset = is(value, "bottom-right") ? behind : (long)json_integer_value(json_object_get(value, "offset"));
        return 1;
    }
    if (strcmp(name, "window") == 0) {
        q->left = (long)json_integer_value(json_object_get(value, "left"));
        q->right = (long)json_integer_value(json_object_get(value, "right"));
        return 1;
    }
    if (strcmp(name, "scale") == 0)
        return (q->scale = ratio(value)) != 0;
    if (strcmp(name, "softcap") == 0)
        return (q->softcap = json_number_value(value)) > 0;
    if (strcmp(name, "gqa") == 0)
        return (q->tile = is(value, "tile")) || is(value, "interleave");
    if (strcmp(name, "sink") == 0)
        return (q->sink = is(value, "zero") ? 1 : is(value, "logit") ? 2 : 0) != 0;
    if (strcmp(name, "empty_row") == 0)
        return (q->empty_nan = is(value, "nan")) || is(value, "zero");
    return is(value, "cap-bias-mask") || strcmp(name, "note") == 0 || strcmp(name, "version") == 0;
}

/* ---- attention ---- */

static double bias_of(const tensor *bias, size_t b, size_t h, size_t t, size_t j) {
    const size_t *n = bias->shape, at[4] = {b, h, t, j};
    size_t place = 0;
    for (int i = 0; i < 4; i++)
        place = place * n[i] + (n[i] == 1 ? 0 : at[i]);
    return bias->value == NULL ? 0 : bias->value[place];
}

static int hides(const question *q, long t, long j) {
    long p = t + q->offset;
    return (q->causal && j > p) || (q->left >= 0 && j < p - q->left) || (q->right >= 0 && j > p + q->right);
}

/* One row: the scores, and what they make of the values. */
static void attend(const question *q, const tensor *t, size_t b, size_t h, size_t row, double *out) {
    size_t heads = t[Q].shape[1], groups = t[K].shape[1], keys = t[K].shape[2], dim = t[K].shape[3];
    size_t width = t[V].shape[3], head = b * groups + (q->tile ? h % groups : h / (heads / groups));
    const double *query = t[Q].value + ((b * heads + h) * t[Q].shape[2] + row) * dim;
    double sink = q->sink == 2 ? t[SINKS].value[h] : q->sink == 1 ? 0 : -INFINITY, most = sink, *x;
    x = malloc((keys + 1) * sizeof *x);
    for (size_t j = 0; j < keys; j++) {
        double bias = bias_of(&t[BIAS], b, h, row, j), sum = 0;
        for (size_t c = 0; c < dim; c++)
            sum += query[c] * t[K].value[(head * keys + j) * dim + c];
        sum *= q->scale;
        sum = (q->softcap > 0 ? q->softcap * tanh(sum / q->softcap) : sum) + bias;
        x[j] = hides(q, (long)row, (long)j) || bias == -INFINITY ? -INFINITY : sum;
        most = fmax(most, x[j]);
    }
    double total = most == -INFINITY ? 0 : exp(sink - most);
    memset(out, 0, width * sizeof *out);
    for (size_t j = 0; j < keys; j++) {
        double weight = x[j] == -INFINITY ? 0 : exp(x[j] - most);
        total += weight;
        for (size_t c = 0; c < width && x[j] > -INFINITY; c++)
            out[c] += weight * t[V].value[(head * keys + j) * width + c];
    }
    for (size_t c = 0; c < width; c++)
        out[c] = total > 0 ? out[c] / total : q->empty_nan ? NAN : 0;
    free(x);
}

static int is_right(const question *q, const tensor *t) {
    size_t queries = t[Q].shape[2], rows = t[Q].shape[0] * t[Q].shape[1] * queries, width = t[V].shape[3], right = 1;
    double *out = malloc((width + 1) * sizeof *out);
    for (size_t row = 0; row < rows; row++) {
        attend(q, t, row / queries / t[Q].shape[1], row / queries % t[Q].shape[1], row % queries, out);
        for (size_t i = row * width, c = 0; c < width; i++, c++) {
            double low = t[LOW].value[i] - t[TOLERANCE].value[i], high = t[HIGH].value[i] + t[TOLERANCE].value[i];
            right = right && (isnan(low) ? isnan(out[c]) : out[c] >= low && out[c] <= high);
        }
    }
    free(out);
    return (int)right;
}

/* 1: right, 0: wrong, -1: not supported. */
static int judge(const char *folder, const json_t *vector) {
    char path[4096];
    tensor t[TENSORS] = {{{0}, NULL}};
    question q = {.left = -1, .right = -1};
    const char *name;
    json_t *value;
    snprintf(path, sizeof path, "%s/%s", folder, json_string_value(json_object_get(vector, "file")));
    int known = read_vector(path, t);
    q.scale = 1 / sqrt((double)t[K].shape[3]);
    json_object_foreach(json_object_get(vector, "conventions"), name, value) {
        known = known && ask(name, value, (long)t[K].shape[2] - (long)t[Q].shape[2], &q);
    }
    int verdict = known ? is_right(&q, t) : -1;
    for (int i = 0; i < TENSORS; i++)
        free(t[i].value);
    return verdict;
}

int main(int count, char **words) {
    size_t right = 0, wrong = 0;
    for (int i = 2; i < count; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s.json", words[1], words[i]);
        json_t *family = json_load_file(path, 0, NULL);
        const json_t *list = json_object_get(family, "vectors");
        for (size_t n = 0; n < json_array_size(list); n++) {
            const json_t *vector = json_array_get(list, n);
            int verdict = judge(words[1], vector);
            right += verdict == 1;
            wrong += verdict == 0;
            if (verdict == 0)
                printf("%s is wrong: %s\n", json_string_value(json_object_get(vector, "id")),
                       json_string_value(json_object_get(vector, "reason")));
        }
        json_decref(family);
    }
    printf("%zu vectors are right, %zu wrong\n", right, wrong);
    return wrong > 0 || right == 0;
}
