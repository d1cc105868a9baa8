(* added.v - a row for its position, added to a vector, as an engine computes it (spec/budget.md, section 18). *)
From Coq Require Import Reals ZArith.
From Plumbline.model Require Import sequence rounded_sum engine alibi_computed.
Open Scope R_scope.

(* Sines and cosines of angles that are each off by delta at most, the functions within 4 units in the last place of 1:
   w, where L_sinusoid has the exact ones. *)
Definition P_sinusoid_computed (u delta turns : A_seq) (position layout pairs : Z) (w : A_seq) : Prop :=
  forall e, (0 <= e < 2 * pairs)%Z ->
  let is_sine := if (layout =? 1)%Z then Z.even e else (e <? pairs)%Z in
  let m := if (layout =? 1)%Z then (e / 2)%Z else if (e <? pairs)%Z then e else (e - pairs)%Z in
  exists angle, Rabs (angle - 2 * PI * (turns m * IZR position)) <= delta m /\
    Rabs (w e - (if is_sine then sin angle else cos angle)) <= 8 * u EXPONENT.

(* r, a number of the row, is stored as a tensor; its sum with x is rounded, and stored twice. *)
Definition P_element_added (u t : A_seq) (r x y : R) : Prop := exists row sum first,
  in_tensor u t r row /\ rounded_at u t EXPONENT (x + row) sum /\ in_tensor u t sum first /\ in_tensor u t first y.
