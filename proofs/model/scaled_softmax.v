(* scaled_softmax.v - the meaning of a softmax whose factor multiplies each weight, in a precision model
   (spec/budget.md, section 11). *)
From Coq Require Import Reals ZArith.
From Plumbline.model Require Import sequence operators rounded_sum engine visible.
Open Scope R_scope.

(* y is a weight, times the factor: the product is rounded twice; the weight may be stored, and the product is *)
Definition weight_multiplied (u t : A_seq) (factor weight y : R) : Prop := exists kept product,
  rounded_at u t PROBABILITY weight kept /\ roundings_at u t ACCUMULATE 2 (factor * kept) product /\
  rounded_at u t PROBABILITY product y.

(* the softmaxes of engine.v, whose probabilities or quotients are multiplied before they multiply the values; the sum
   is of those before *)
Definition multiplied_before_division (u t : A_seq) (factor : R) : A_seq -> A_seq -> Z -> Z -> R -> Prop :=
  rescaled_with u t (weight_multiplied u t factor).
Definition multiplied_behind_division (u t : A_seq) (factor : R) : A_seq -> A_seq -> Z -> Z -> R -> Prop :=
  divided_with u t (weight_multiplied u t factor).

(* of the keys in m; the factor is alpha as an input *)
Definition P_scaled_softmax (u t : A_seq) (alpha : R) (y v : A_seq) (m : A_subset) (n r : Z) (x : R) : Prop :=
  exists factor, rounded_at u t INPUT alpha factor /\
    (multiplied_before_division u t factor (L_visible_of m n y) (L_visible_of m n v) (L_visible_count m n) r x \/
     multiplied_behind_division u t factor (L_visible_of m n y) (L_visible_of m n v) (L_visible_count m n) r x).
