/* Weights that are 0 or 1 / (1 - p) times what they should be, at random.  In rows that see fewer keys than there are
   columns least squares tell each weight.  In others the errors do all together: with S = sum_j P_j^2 v_j v_j^T, their
   mean of e^T S^-1 e is p / (1 - p) times the number of columns, in each row alike.  Errors of scores would be as much
   alike, but weights that are divided by their sum after these leave out what all values have in common: then S is that
   of v_j - o.  Which of both it is, likelihood tells. */
#include "infer/dropout.h"
#include "infer/cholesky.h"
#include "infer/evidence.h"
#include "infer/gram.h"
#include "infer/predict.h"
#include "infer/shares.h"
#include "schema/text.h"
#include <math.h>
#include <string.h>

/* Rows that are asked; known weights at least, and of each kind; rows whose errors are added up at least. */
enum { MOST_ROWS = 192, LEAST_KNOWN = 60, LEAST_OF_KIND = 5, LEAST_ROWS = 24 };

/* A weight is known if it errs by less; two are one kind if they differ by less; most must be of the two kinds. */
#define KNOWN 0.02
#define SAME 0.05
#define NEARLY_ALL 0.99

/* Keys that a row may see, as a part of its columns, for its weights to be solved for. */
#define FEW 0.8

/* Logarithms by which it has to be likelier than errors of scores; and what is dropped at most. */
#define LEAST_EVIDENCE 10.0
#define MOST_DROPPED 0.5

typedef struct {
    plumb_inquiry *q;
    plumb_evidence_reader reader;
    plumb_evidence at;
    double *column, *gram, *right, *deviation; /* [width][keys], [n][n], [n] */
    double *known;                             /* factors of weights */
    size_t count, most;
    double row[MOST_ROWS];     /* e^T S^-1 e of each column */
    double square[2], area[2]; /* the sums of e^T S^-1 e and of log det S, of v_j and of v_j - o */
    size_t rows;
} search;

/* What each key adds to each column, times its tolerance, and the error of that; returns how many keys. */
static size_t read_columns(search *s, bool centred, double *error) {
    const plumb_inquiry *q = s->q;
    const plumb_problem *p = &q->judged->problem;
    const double *value = p->value + plumb_first_value(p, s->at.b, s->at.h) * p->value_dim;
    size_t n = 0, keys = p->key_length;
    plumb_predict(q, NULL, &s->at, q->workspace);
    for (size_t c = 0; c < q->width; c++)
        error[c] = (s->at.engine[c] - s->at.exact[c]) / q->workspace->tolerance[c];
    for (size_t j = 0; j < keys; j++) {
        if (!s->at.visible[j])
            continue;
        for (size_t c = 0; c < q->width; c++)
            s->column[c * keys + n] = s->at.weight[j] / s->at.mass / q->workspace->tolerance[c] *
                                      (value[j * q->width + c] - (centred ? s->at.exact[c] : 0));
        n++;
    }
    return n;
}

/* Each weight by least squares. */
static void solve_weights(search *s, size_t n, const double *error) {
    size_t keys = s->q->judged->problem.key_length, width = s->q->width;
    memset(s->gram, 0, n * n * sizeof *s->gram);
    memset(s->right, 0, n * sizeof *s->right);
    for (size_t c = 0; c < width; c++) {
        const double *x = s->column + c * keys;
        plumb_gram_add(x, 1, n, s->gram);
        for (size_t i = 0; i < n; i++)
            s->right[i] += x[i] * error[c];
    }
    for (size_t i = 0; i < n; i++)
        s->gram[i * n + i] += 1e-6;
    if (plumb_cholesky(s->gram, n) != 0)
        return;
    plumb_cholesky_solve(s->gram, n, s->right);
    plumb_cholesky_inverse_diagonal(s->gram, n, s->deviation);
    for (size_t i = 0; i < n && s->count < s->most; i++)
        if (sqrt(s->deviation[i]) < KNOWN)
            s->known[s->count++] = 1 + s->right[i];
}

/* e^T S^-1 e of each column that the tolerance, which is added to S, leaves; false: of too few. */
static bool weigh_errors(search *s, size_t n, bool centred, const double *error) {
    size_t keys = s->q->judged->problem.key_length, width = s->q->width;
    double sum = 0, area = 0, told = (double)width;
    for (size_t a = 0; a < width; a++)
        for (size_t b = a; b < width; b++) {
            double x = 0;
            for (size_t i = 0; i < n; i++)
                x += s->column[a * keys + i] * s->column[b * keys + i];
            s->gram[a * width + b] = x + (a == b ? 1 : 0);
        }
    memcpy(s->right, error, width * sizeof *error);
    if (plumb_cholesky(s->gram, width) != 0)
        return false;
    plumb_cholesky_solve(s->gram, width, s->right);
    for (size_t c = 0; c < width; c++) {
        sum += s->right[c] * error[c];
        area += 2 * log(s->gram[c * width + c]);
    }
    plumb_cholesky_inverse_diagonal(s->gram, width, s->right);
    for (size_t c = 0; c < width; c++)
        told -= s->right[c];
    if (!centred && 2 * told <= (double)width)
        return false;
    s->square[centred] += sum;
    s->area[centred] += area;
    if (!centred)
        s->row[s->rows++] = sum / told;
    return true;
}

static void read_rows(search *s, double *error) {
    plumb_inquiry *q = s->q;
    size_t step = q->rows / MOST_ROWS + 1;
    for (size_t row = step / 2; row < q->rows && s->rows < MOST_ROWS && !plumb_inquiry_is_late(q); row += step) {
        if (plumb_evidence_read(&s->reader, row, false, &s->at) != 0 || !s->at.usable)
            continue;
        size_t n = read_columns(s, false, error);
        if ((double)n <= FEW * (double)q->width)
            solve_weights(s, n, error);
        else if (n >= q->width && weigh_errors(s, n, false, error)) {
            read_columns(s, true, error);
            weigh_errors(s, n, true, error);
        }
    }
}

/* ---- what they say ---- */

/* The part of weights that are 0 if all others are one number, of which that is what remains; 0: they are not. */
static double part_dropped(const search *s) {
    size_t zeros = 0, others = 0, of_kind = 0;
    double sum = 0;
    for (size_t i = 0; i < s->count; i++) {
        bool zero = fabs(s->known[i]) < SAME;
        zeros += zero;
        others += !zero;
        sum += zero ? 0 : s->known[i];
    }
    double kept = others > 0 ? sum / (double)others : 1, part = 1 - 1 / kept, n = (double)s->count;
    for (size_t i = 0; i < s->count; i++)
        of_kind += fabs(s->known[i]) < SAME || fabs(s->known[i] - kept) < SAME;
    bool two = s->count >= LEAST_KNOWN && zeros >= LEAST_OF_KIND && others >= LEAST_OF_KIND && kept > 1 + KNOWN / 2;
    bool as_many = fabs((double)zeros - part * n) < 5 * sqrt(n * part * (1 - part)) + 1;
    return two && as_many && (double)of_kind >= NEARLY_ALL * n ? part : 0;
}

/* Of errors that are a number times as large as S says, the one that fits best. */
static double likelihood_of(const search *s, bool centred) {
    double numbers = (double)(s->rows * s->q->width);
    return -(numbers * log(s->square[centred] / numbers) + s->area[centred]) / 2;
}

/* The same where all errors are of one size, and that is one of a usual part: a multiple of 0.05. */
static double part_of_errors(const search *s) {
    double mean = 0, spread = 0;
    if (s->rows < LEAST_ROWS)
        return 0;
    for (size_t i = 0; i < s->rows; i++)
        mean += s->row[i] / (double)s->rows;
    for (size_t i = 0; i < s->rows; i++)
        spread += pow(s->row[i] / mean - 1, 2) / (double)s->rows;
    double part = mean / (1 + mean), usual = rint(20 * part) / 20, certain = sqrt(spread / (double)s->rows);
    bool one_size = spread < 8 / (double)s->q->width + 0.05 && certain < 0.05;
    bool likelier = likelihood_of(s, false) > likelihood_of(s, true) + LEAST_EVIDENCE;
    bool is_usual = usual > 0 && usual <= MOST_DROPPED && fabs(part / usual - 1) < 2.5 * certain;
    return one_size && likelier && is_usual ? usual : 0;
}

/* The part of outputs that are 0, if all others are one number times what they should be; 0: they are not. */
static double part_of_outputs(const plumb_inquiry *q) {
    const double *engine = q->judged->output.value;
    double both = 0, square = 0, zeros = 0, others = 0, as_many = 0;
    for (size_t i = 0; i < q->rows * q->width; i++)
        if (engine[i] != 0) {
            both += engine[i] * q->exact[i];
            square += q->exact[i] * q->exact[i];
        }
    double times = square > 0 ? both / square : 1;
    for (size_t i = 0; i < q->rows * q->width; i++) {
        zeros += engine[i] == 0;
        others += engine[i] != 0;
        as_many += engine[i] != 0 && fabs(engine[i] - times * q->exact[i]) <= KNOWN * sqrt(square / (double)q->rows);
    }
    double part = zeros / (zeros + others), expected = 1 - 1 / times;
    bool some = zeros > LEAST_KNOWN && as_many >= NEARLY_ALL * others && part < MOST_DROPPED;
    return some && fabs(part - expected) < 5 * sqrt(part / (zeros + others)) + KNOWN / 10 ? part : 0;
}

/* In place of where it is: it is anywhere. */
static void tell(const plumb_inquiry *q, const char *what, double part, plumb_inferences *inferences) {
    plumb_inference *told = &inferences->list[0];
    inferences->count = 1;
    told->place = told->fitted = false;
    told->cause = "dropout";
    told->says[0] = told->where[0] = 0;
    plumb_text_add(told->says, sizeof told->says,
                   "%s are 0 or %.4g times what they should be, at random: dropout of %.2g is left on", what,
                   1 / (1 - part), part);
    plumb_text_add(told->where, sizeof told->where, "in all heads, for all queries");
    told->explains = inferences->explained = q->failed;
    told->rows = 0;
    for (size_t row = 0; row < q->rows; row++)
        told->rows += q->failed_in[row] > 0;
}

static bool only_places(const plumb_inferences *inferences) {
    for (size_t i = 0; i < inferences->count; i++)
        if (!inferences->list[i].place)
            return false;
    return true;
}

int plumb_infer_dropout(plumb_inquiry *q, plumb_inferences *inferences) {
    const plumb_problem *p = &q->judged->problem;
    plumb_workspace memory = {.short_of_memory = false};
    search s = {.q = q, .most = MOST_ROWS * q->width};
    size_t n = p->key_length > q->width ? p->key_length : q->width, few = q->width;
    if (!only_places(inferences))
        return 0;
    double of_outputs = part_of_outputs(q);
    if (of_outputs > 0) {
        tell(q, "outputs", of_outputs, inferences);
        return 0;
    }
    if (plumb_inquiry_is_late(q) || !plumb_operator_is(p->op.kind, PLUMB_IS_MEAN) ||
        p->key_length * q->width > (size_t)1 << 20)
        return 0;
    s.column = plumb_workspace_take(&memory, q->width * p->key_length, sizeof *s.column);
    s.gram = plumb_workspace_take(&memory, few * few, sizeof *s.gram);
    s.right = plumb_workspace_take(&memory, n, sizeof *s.right);
    s.deviation = plumb_workspace_take(&memory, n, sizeof *s.deviation);
    s.known = plumb_workspace_take(&memory, s.most, sizeof *s.known);
    double *error = plumb_workspace_take(&memory, q->width, sizeof *error);
    int result = memory.short_of_memory ? -1 : plumb_evidence_init(&s.at, p);
    if (result == 0 &&
        plumb_evidence_reader_init(&s.reader, q->judged, q->precision, q->longest_key, 1) == 0) {
        read_rows(&s, error);
        double part = part_dropped(&s);
        if (part == 0 && s.count < LEAST_KNOWN)
            part = part_of_errors(&s);
        if (part > 0)
            tell(q, "weights", part, inferences);
        plumb_evidence_reader_free(&s.reader);
    }
    plumb_evidence_free(&s.at);
    plumb_workspace_free(&memory);
    return result;
}
