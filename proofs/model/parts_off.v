(* parts_off.v - what each score of a row can be off by as computed, from the four parts of spec/budget/score.h. *)
From Coq Require Import Reals ZArith.
From Plumbline.model Require Import sequence normalised.
Open Scope R_scope.

Definition L_parts_off (magnitude sizes score nothing scale : R) (q k : A_seq) (d : Z) : A_seq := fun j =>
  let key := L_drop k (L_place j d 0) in
  magnitude * L_dots (L_absolutes q) (L_absolutes key) d + sizes * (L_absolute_total q d + L_absolute_total key d) +
  score * Rabs (scale * L_dots q key d) + nothing.
