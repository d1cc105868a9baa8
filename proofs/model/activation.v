(* activation.v - the maps of a score to a weight that is no softmax, as an engine computes them (spec/budget.md,
   section 13). *)
From Coq Require Import Reals ZArith.
From Plumbline.model Require Import sequence rounded_sum engine.
Open Scope R_scope.

(* 1 / (1 + e^-x) or e^x / (1 + e^x): argument, exponential, sum and quotient are rounded.  An exponential that
   overflows leaves 0 for a quotient that underflows. *)
Definition P_sigmoid_computed (u t : A_seq) (x y : R) : Prop :=
  exists argument power quotient, roundings_at u t EXPONENT 4 x argument /\ 0 <= power /\
    (near_rounded (u EXPONENTIAL) (t EXPONENT) (exp (- argument)) power /\ quotient = 1 / (1 + power) \/
     near_rounded (u EXPONENTIAL) (t EXPONENT) (exp argument) power /\ quotient = power / (1 + power)) /\
    roundings_at u t EXPONENT 4 quotient y.

(* elu(x) + 1 in one step or two, the first of which is stored.  Left of 0 elu(x) is e^x - 1, off by the error of an
   exponential or of itself. *)
Definition P_elu_computed (u t : A_seq) (x y : R) : Prop :=
  exists first computed stored,
    (0 < x /\ first = x \/
     x <= 0 /\ Rabs (first - (exp x - 1)) <= u EXPONENTIAL * Rmax (exp x) (1 - exp x) + t EXPONENT) /\
    roundings_at u t EXPONENT 2 first computed /\ rounded_at u t SCORE computed stored /\
    roundings_at u t EXPONENT 2 (stored + 1) y.
