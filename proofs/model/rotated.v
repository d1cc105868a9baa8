(* rotated.v - an element of a pair that is rotated by an angle, as an engine computes it (spec/budget.md,
   section 17). *)
From Coq Require Import Reals ZArith.
From Plumbline.model Require Import sequence rounded_sum engine alibi_computed.
Open Scope R_scope.

(* cosine and sine, c and s, of an angle that is off by delta at most *)
Definition angle_off (delta c s c' s' : R) : Prop := exists e,
  Rabs e <= delta /\ c' = c * cos e - s * sin e /\ s' = s * cos e + c * sin e.

(* either of them: the function within 4 units in the last place of 1, k roundings for what it is multiplied by, mu; a
   tensor *)
Definition entry_computed (u t : A_seq) (k : Z) (mu x y : R) : Prop := exists function own,
  Rabs (function - x) <= 8 * u EXPONENT * Rabs mu /\ roundings_at u t EXPONENT k function own /\ in_tensor u t own y.

(* its product with an element, which may be rounded before *)
Definition product_computed (u t : A_seq) (a c y : R) : Prop := exists x,
  rounded_at u t INPUT a x /\ in_tensor u t (x * c) y.

(* a c - b s, stored twice; the other element of the pair is this one of b, a, c and -s *)
Definition P_element_rotated (u t : A_seq) (delta : R) (k : Z) (mu c s a b y : R) : Prop :=
  exists c' s' cosine sine p q first,
    angle_off delta c s c' s' /\ entry_computed u t k mu c' cosine /\ entry_computed u t k mu s' sine /\
    product_computed u t a cosine p /\ product_computed u t b sine q /\ in_tensor u t (p - q) first /\
    in_tensor u t first y.
