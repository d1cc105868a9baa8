/* dead.c - what nothing reaches: a call after one whose contract contradicts itself, as a solver finds out, and a
   branch that the precondition excludes. Smoke tests of calls and statements must find both. */

/*@ axiomatic Canary { logic integer canary_size(integer k); } */

/*@ assigns \nothing;
    ensures all: \forall integer k; canary_size(k) > 0;
    ensures none: canary_size(\result) < 0; */
int canary_none(void);

/*@ assigns \nothing; */
int canary_reached(void);

/*@ assigns \nothing; */
int canary_after_none(void) {
    int none = canary_none();
    int reached = canary_reached();
    return none + reached;
}

/*@ requires positive: x > 0;
    assigns \nothing; */
int canary_never(int x) {
    if (x < 0) return 1;
    return 0;
}
