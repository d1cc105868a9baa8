(* softpick_engine.v - the meaning of softpick's differences, of sums of them that are rescaled as the maximum rises,
   and of their quotients, as an engine computes them (spec/budget.md, section 14). *)
From Coq Require Import Reals ZArith.
From Plumbline.model Require Import sequence operators rounded_sum rescaling engine products visible softpick.
From Plumbline.model Require Import added_values added_products.
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

(* the same with vectors added to the values: the sums of added_values.v *)
Definition P_rescaled_added_quotients (u t p c v a : A_seq) (n k r : Z) (divisor z : R) : Prop := divisor <> 0 /\
  ((exists stored stored' added : A_seq, stored_apart u t p stored stored' n /\ added_up u t a c stored' n k added /\
      sums_added u t v a stored added n (fun x s => P_rescaled_terms u t x c n k r s)
        (fun x s => P_rescaled_terms u t x (L_both c c) (2 * n) (2 * k) r s) divisor z) \/
   ((forall j, (0 <= j < n)%Z -> c j = 1) /\
    exists q stored stored' added : A_seq,
      (forall j, (0 <= j < n)%Z -> roundings_at u t ACCUMULATE 4 (p j / divisor) (q j)) /\
      stored_apart u t q stored stored' n /\ added_up u t a (fun _ => 1) stored' n k added /\
      sums_added u t v a stored added n (plain_sum u t n (k - 4)) (plain_sum u t (2 * n) (2 * k - 4)) 1 z)).

(* the sum and epsilon, which is rounded twice: it is stored before or after, the addition rounded, and what comes of it
   stored, too *)
Definition with_epsilon (u t : A_seq) (epsilon s d : R) : Prop := exists given kept sum once twice,
  rounded_at u t INPUT epsilon given /\ rounded_at u t PROBABILITY given kept /\
  Rabs (sum - (s + kept)) <= u PROBABILITY * Rmax (Rabs s) (Rabs (s + kept)) + t PROBABILITY /\
  rounded_at u t ACCUMULATE sum once /\ rounded_at u t ACCUMULATE once twice /\ rounded_at u t PROBABILITY twice d.

(* z is the sum of max(0, e_j) v_j over the keys in m, with the vectors a_j if `adds` is not 0, divided by the sum of
   |e_j| and epsilon; y_j are the scores, e_j the differences, c_j what these are rescaled by *)
Definition P_softpick_quotient (u t : A_seq) (epsilon : R) (adds : Z) (y v a : A_seq) (m : A_subset) (n k r : Z)
    (z : R) : Prop :=
  exists (c e p b : A_seq) s d, (forall j, (0 <= j < n)%Z -> m j = true ->
    P_excess_computed u t r (L_largest y m n) (y j) (c j) (e j) /\ p j = Rmax (e j) 0 /\
    exists stored, rounded_at u t PROBABILITY (e j) stored /\ b j = Rabs stored) /\
  P_rescaled_terms u t (L_visible_of m n b) (L_visible_of m n c) (L_visible_count m n) k r s /\
  with_epsilon u t epsilon s d /\
  (adds <> 0%Z -> P_rescaled_added_quotients u t (L_visible_of m n p) (L_visible_of m n c) (L_visible_of m n v)
     (L_visible_of m n a) (L_visible_count m n) k r d z) /\
  (adds = 0%Z -> P_rescaled_quotients u t (L_visible_of m n p) (L_visible_of m n c) (L_visible_of m n v)
    (L_visible_count m n) k r d z).

(* ---- by how much a difference is off ---- *)

(* of the exponents of both powers, of numbers of this size: the argument of exp, that as it is stored twice, both
   powers; and the factor *)
Definition argument_off (u t : A_seq) (size : R) : R := L_gamma_of 6 (u EXPONENT) * (size + size) +
  (1 + L_gamma_of 6 (u EXPONENT)) * (2 * u EXPONENT * size + 8 * t EXPONENT).
Definition stored_off (u t : A_seq) (size : R) : R :=
  argument_off u t size + u SHIFTED * (size + size + argument_off u t size) + t EXPONENT.
Definition power_off (u t : A_seq) (size : R) : R :=
  stored_off u t size + u SCORE * (size + size + stored_off u t size) + t SCORE +
  (L_gamma_of 1 (u EXPONENTIAL) + L_gamma_of 1 (u SCORE)).
Definition factor_off (u t : A_seq) (r : Z) (size : R) : R := L_gamma_of 5 (u EXPONENT) * (size + size) +
  IZR r * (L_gamma_of 1 (u RESCALING) + 6 * t EXPONENT).
Definition power_lost (u t : A_seq) : R := (1 + u SCORE) * t EXPONENT + t SCORE.

Definition difference_relative (u : A_seq) : R := L_compound (L_gamma_of 3 (u EXPONENT)) (u SCORE).
Definition difference_tiny (u t : A_seq) : R :=
  3 * t EXPONENT * (1 + L_gamma_of 3 (u EXPONENT)) * (1 + u SCORE) + t SCORE.
Definition difference_lost (u t : A_seq) (r : Z) (size x : R) : R := (1 + L_gamma_of (IZR r) (u RESCALING)) *
  ((1 + difference_relative u) *
     (2 * power_lost u t + IZR r * t EXPONENT * (exp (power_off u t size + factor_off u t r size) * (1 + exp (- x)))) +
   difference_tiny u t).

(* e is the difference of the score x as computed, with its factor and times f: in units of e^-c, where f is e^(m - c),
   m the largest score; no number on the way is larger than the larger of the two *)
Definition P_excess_scaled (u t : A_seq) (r : Z) (m f c x e : R) : Prop := let size := Rmax (Rabs x) (Rabs m) in
  exists a b,
  Rabs a <= power_off u t size + factor_off u t r size /\ Rabs b <= power_off u t size + factor_off u t r size /\
  Rabs (e - (exp (x - c + a) - exp (b - c))) <=
    difference_relative u * Rabs (exp (x - c + a) - exp (b - c)) + f * difference_lost u t r size x.
