/* A wrong function that an `admit` makes provable. */

/*@ assigns \nothing;
    ensures zero: \result == 0;
*/
int canary_admitted(int x)
{
    //@ admit x == 0;
    return x;
}

/*@ requires x * x < 100;
    assigns \nothing;
    ensures small: \result < 10;
*/
int canary_asked(int x)
{
    return x;
}
