/* turns.c - see turns.h: multiplication as on paper, with digits of 32 bits. */
#include "number/turns.h"

typedef struct {
    uint64_t carry;
    uint32_t digit;
} digit_sum;

/* One digit by one digit; what is added leaves the sum within 64 bits. */
/*@ requires range: added <= 0x1fffffffe;
    assigns \nothing;
    ensures range: \result.carry <= 0xffffffff;
    ensures value: \result.carry * 0x100000000 + \result.digit == a * b + added;
*/
static digit_sum multiply_digits(uint32_t a, uint32_t b, uint64_t added) {
    uint64_t product = (uint64_t)a * b;
    uint64_t sum = product + added;
    digit_sum result = {sum / 0x100000000, (uint32_t)(sum % 0x100000000)};
    return result;
}

/* The carry out of the first digit counts whole turns. */
plumb_turns plumb_turns_multiply(plumb_turns turns, uint64_t count) {
    uint32_t low = (uint32_t)(count % 0x100000000);
    uint32_t high = (uint32_t)(count / 0x100000000);
    digit_sum fourth = multiply_digits(turns.fourth, low, 0);
    digit_sum third = multiply_digits(turns.third, low, fourth.carry);
    digit_sum second = multiply_digits(turns.second, low, third.carry);
    digit_sum first = multiply_digits(turns.first, low, second.carry);
    third = multiply_digits(turns.fourth, high, third.digit);
    second = multiply_digits(turns.third, high, third.carry + second.digit);
    first = multiply_digits(turns.second, high, second.carry + first.digit);
    plumb_turns product = {first.digit, second.digit, third.digit, fourth.digit};
    return product;
}

/* The first three bits name the eighth, the next 53 the part; before a quarter turn it counts down. */
plumb_eighth plumb_turns_eighth(plumb_turns turns) {
    uint32_t eighth = turns.first / 0x20000000;
    uint64_t passed = (uint64_t)(turns.first % 0x20000000) * 0x1000000 + turns.second / 0x100;
    plumb_eighth result = {eighth, eighth % 2 == 0 ? passed : 0x20000000000000 - passed};
    return result;
}
