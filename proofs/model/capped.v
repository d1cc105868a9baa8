(* capped.v - the softcap of a score, as an engine computes it (spec/budget.md, section 10). *)
From Coq Require Import Reals ZArith.
From Plumbline.model Require Import sequence rounded_sum tanh engine.
Open Scope R_scope.

(* c tanh(x / c), with a tanh that errs as forms by exponentials do.  The cap is rounded where it divides and where it
   multiplies, alike or apart; division and product, and a reciprocal and a constant folded into them, are four
   roundings; three times is a number stored, of the argument, of tanh and of the result. *)
Definition P_cap_computed (u t : A_seq) (c x y : R) : Prop :=
  exists divisor factor quotient argument value stored product before after first second third,
    rounded_at u t INPUT c divisor /\ rounded_at u t INPUT c factor /\
    (before + after <= 4)%Z /\ (first + second + third <= 3)%Z /\
    roundings_at u t EXPONENT before (x / divisor) quotient /\ roundings_at u t SCORE first quotient argument /\
    Rabs (value - L_rtanh argument) <= 2 * u EXPONENTIAL + 8 * u EXPONENT + t EXPONENT /\
    roundings_at u t SCORE second value stored /\
    roundings_at u t EXPONENT after (factor * stored) product /\ roundings_at u t SCORE third product y.

(* The same of what a mask hid, -infinity, whose tanh is -1. *)
Definition P_hidden_computed (u t : A_seq) (c y : R) : Prop :=
  exists factor value stored product after second third,
    rounded_at u t INPUT c factor /\ (after <= 4)%Z /\ (second + third <= 3)%Z /\
    Rabs (value - -1) <= 2 * u EXPONENTIAL + 8 * u EXPONENT + t EXPONENT /\
    roundings_at u t SCORE second value stored /\
    roundings_at u t EXPONENT after (factor * stored) product /\ roundings_at u t SCORE third product y.
