/* logarithms.h - what exponentials and logarithms to the bases e and 2 differ by, to the nearest
   binary64 numbers. */
#ifndef PLUMB_DIAGNOSE_LOGARITHMS_H
#define PLUMB_DIAGNOSE_LOGARITHMS_H

#define PLUMB_LN_2 0x1.62e42fefa39efp-1
#define PLUMB_LOG2_E 0x1.71547652b82fep+0
#endif
