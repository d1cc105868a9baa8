(* softpick_engine.v - the meaning of softpick's differences, of sums of them that are rescaled as the maximum rises, and
   of their quotients, as an engine computes them (spec/budget.md, section 14). *)
From Coq Require Import Reals ZArith.
From Plumbline.model Require Import sequence rounded_sum rescaling engine products.
Open Scope R_scope.

(* y is e^(x - shift): both rounded, six roundings, e^z; the difference may be stored, twice, and the exponential *)
Definition power_computed (u t : A_seq) (x shift y : R) : Prop := exists a b z shifted stored power,
  rounded_at u t EXPONENT x a /\ rounded_at u t EXPONENT shift b /\ roundings_at u t EXPONENT 6 (a - b) z /\
  near_rounded (u SHIFTED) (t EXPONENT) z shifted /\ rounded_at u t SCORE shifted stored /\
  near_rounded (u EXPONENTIAL) (t EXPONENT) (exp stored) power /\ rounded_at u t SCORE power y.

(* y is e^(x - shift) - e^-shift at a shift that is at least x, and factor what it is rescaled by, at most r times,
   until the shift is the largest score *)
Definition P_excess_computed (u t : A_seq) (r : Z) (largest x factor y : R) : Prop := exists shift p q difference,
  x <= shift /\ rescaled_by u t r shift largest factor /\ power_computed u t x shift p /\
  power_computed u t 0 shift q /\ roundings_at u t EXPONENT 3 (p - q) difference /\ rounded_at u t SCORE difference y.

(* in any order, at most k roundings on the way of a term, and at most r rescalings, c_j all those of term j *)
Definition P_rescaled_terms (u t x c : A_seq) (n k r : Z) (s : R) : Prop := exists depth all factors, (depth <= k)%Z /\
  (all <= 2 * k)%Z /\ (factors <= r)%Z /\
  P_rescaled_sum (u ACCUMULATE) (t ACCUMULATE) (u RESCALING) x c n depth all factors s.

(* the sum is divided; or nothing is rescaled, and each weight is divided before *)
Definition P_rescaled_quotients (u t p c v : A_seq) (n k r : Z) (divisor z : R) : Prop := divisor <> 0 /\
  ((exists (stored w : A_seq) s,
      (forall j, (0 <= j < n)%Z -> rounded_at u t PROBABILITY (p j) (stored j) /\ rounded_at u t OPERAND (v j) (w j)) /\
      P_rescaled_terms u t (fun j => stored j * w j) c n k r s /\ z = s / divisor) \/
   ((forall j, (0 <= j < n)%Z -> c j = 1) /\
    exists q : A_seq, (forall j, (0 <= j < n)%Z -> roundings_at u t ACCUMULATE 4 (p j / divisor) (q j)) /\
      products_summed u t q v n (k - 4) z)).
