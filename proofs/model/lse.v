(* lse.v - the meaning of a log-sum-exp as an engine of a precision model computes it (spec/budget.md, section 6). *)
From Coq Require Import Reals ZArith.
From Plumbline.model Require Import sequence rounded_sum engine.
Open Scope R_scope.

(* The sum by which an online softmax divides, rescaled to the shift at which it ends, where scores are at most `size`:
   that of rescaled_with, but for the keys behind the first h.  Such is a sink that the log-sum-exp leaves out, whose
   logit may be the shift even so. *)
Definition sum_computed (u t score : A_seq) (n h r : Z) (size shift sum : R) : Prop :=
  exists m c computed summands high,
    P_shifts_to t score n 2 high /\ sized u t score n high size /\ shift = high /\
    (forall j, (0 <= j < n)%Z -> key_computed u t score n r high size j (m j) (c j) (computed j) /\
      (if (j <? h)%Z then rounded_at u t PROBABILITY (computed j) (summands j) else summands j = 0)) /\
    summed u t n r summands c sum.

(* The shift plus the logarithm of the sum, each with three roundings, and two of what they come to; stored in the
   format of exponents, and in that of the tensor.  Where parts of the keys are joined, the largest log-sum-exp of a
   part takes the place of the shift, and the logarithm is of what is left: neither is larger than the sizes of the
   two allow. *)
Definition P_lse_computed (u t score : A_seq) (n h r : Z) (x : R) : Prop :=
  exists size shift sum first rest a b whole stored,
    sum_computed u t score n h r size shift sum /\ 0 < sum /\
    first + rest = shift + ln sum /\ Rabs first + Rabs rest <= 2 * (size + reached t + Rabs (ln sum)) /\
    roundings_at u t EXPONENT 3 first a /\ roundings_at u t EXPONENT 3 rest b /\
    roundings_at u t EXPONENT 2 (a + b) whole /\
    rounded_at u t EXPONENT whole stored /\ rounded_at u t TENSOR stored x.
