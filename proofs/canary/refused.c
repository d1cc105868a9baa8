/* One annotation for each way to assume what nobody proves: annotations.awk must name each function that is called
   canary_..., and no other. */
#include "refused.h"

//@ logic integer canary_logic(integer n) = n <= 0 ? 0 : canary_logic(n) + 1;
//@ predicate canary_predicate(integer n) = n > 0 && !canary_predicate(n);
//@ predicate canary_inductive_less(integer n) = n > 0;
/*@ inductive canary_inductive(integer n) {
      case smaller: \forall integer n; canary_inductive(n + 1) ==> canary_inductive(n); } */
//@ admit lemma canary_lemma: \forall integer n; n == 0;
//@ check lemma canary_checked: \forall integer n; n == n;
//@ type canary_type = canary_empty | canary_full(integer);

/*@ assigns \nothing;
    ensures \result == 0;
*/
int canary_admit(int x)
{
    //@ admit x == 0;
    return x;
}

/*@ assigns \nothing;
    admit ensures \result == 0;
*/
int canary_admit_ensures(int x)
{
    return x;
}

/*@ admit requires x == 0;
    assigns \nothing;
*/
int canary_admit_requires(int x)
{
    return x;
}

/*@ assigns \nothing;
*/
int canary_admit_invariant(int n)
{
    int last = 0;
    /*@ loop invariant 0 <= i;
        admit loop invariant last == 0;
        loop assigns i, last;
        loop variant n - i;
    */
    for (int i = 0; i < n; i++) last = i;
    return last;
}

/*@ assigns \nothing;
*/
int canary_ghost(int x)
{
    /*@ ghost int y = 0;
        /@ admit x == y; @/
        y = 3;
    */
    return x;
}

/*@ assigns \nothing;
*/
int canary_statement(int x)
{
    /*@ ensures x == 1; */
    x = 2;
    return x;
}

/*@ check requires x == 0;
    assigns \nothing;
*/
int canary_check(int x)
{
    return x;
}

/*@ terminates \false;
    assigns \nothing;
*/
int canary_terminates(int x)
{
    return x;
}

/*@ assigns \nothing;
    exits x == 0;
*/
int canary_exits(int x)
{
    return x;
}

/*@ requires other == &canary_exits;
    assigns \nothing;
*/
int canary_calls(int (*other)(int), int x)
{
    //@ calls canary_exits;
    return other(x);
}

/*@ assigns \nothing;
*/
int canary_extension(int x)
{
    //@ loop unroll 3;
    for (int i = 0; i < 3; i++) x = x / 2;
    return x;
}

int counter;
//@ global invariant canary_invariant: counter == 0;

/*@ requires x > 0;
    assigns \nothing;
    ensures \result == x;
    behavior large:
      assumes x > 3;
      ensures \result > 3;
*/
int accepted(int x)
{
    const char *text = "/*@ admit */ \" {";
    //@ assert text[0] == '/' || text[0] != '"';
    return x;
}
