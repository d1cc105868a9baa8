/* False statements about floating point, each of which some set-up of provers and drivers has "proved". */

/* 0/0 is a NaN; the float theory's conversions, joined with a solver's native floats, contradict each other there. */
/*@ assigns \nothing;
    ensures nonsense: \false;
*/
float canary_conversion(void)
{
    double zero = 0.0;
    double nan = zero / zero;
    float narrowed = (float)nan;
    //@ assert \is_NaN(nan) ==> (float)(real)nan == (float)(real)nan || !((float)(real)nan == (float)(real)nan);
    return narrowed;
}

/* The real-number model of floats makes every value equal to itself and every sum exact. */
/*@ assigns \nothing;
    ensures nonsense: \result == 1;
*/
int canary_not_a_number(double x)
{
    return x == x;
}

/*@ requires \is_finite(x) && \is_finite(y);
    assigns \nothing;
    ensures nonsense: \result == x + y;
*/
double canary_exact(double x, double y)
{
    return x + y;
}

/* A real just above the greatest finite number rounds down to it, not to infinity. */
/*@ assigns \nothing;
    ensures nonsense: \forall real x; x > 0x1.fffffffffffffp1023 ==> \is_plus_infinity((double)x);
*/
void canary_overflow(void)
{
}

/*@ assigns \nothing;
    ensures nonsense: \forall double x; (real)x == 0.0 ==> \is_finite(x);
*/
void canary_zero(void)
{
}

/*@ assigns \nothing;
    ensures nonsense: \false;
*/
void canary_nothing(void)
{
}
