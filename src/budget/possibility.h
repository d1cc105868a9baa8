/* possibility.h - the answer to whether an engine of a precision model may give a number. */
#ifndef PLUMB_BUDGET_POSSIBILITY_H
#define PLUMB_BUDGET_POSSIBILITY_H

typedef enum {
    PLUMB_POSSIBLE,  /* or not known to be impossible */
    PLUMB_IMPOSSIBLE /* no engine of the model gives this number */
} plumb_possibility;
#endif
