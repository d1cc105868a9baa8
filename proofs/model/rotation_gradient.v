(* rotation_gradient.v - the adjoint of a rotation: element i of the vector is of a pair, or stayed where it was. *)
From Coq Require Import Reals ZArith Bool.
From Plumbline.model Require Import sequence rotation.
Open Scope R_scope.

(* the pair of an element of the vector, and whether it is the first of the two *)
Definition pair_of (layout pairs i : Z) : Z :=
  if (layout =? 0)%Z then if (i <? pairs)%Z then i else (i - pairs)%Z else (i / 2)%Z.
Definition is_first_of (layout pairs i : Z) : bool := if (layout =? 0)%Z then (i <? pairs)%Z else Z.even i.

Definition L_rotation_gradient (g cosine sine : A_seq) (layout pairs : Z) : A_seq := fun i =>
  if ((0 <=? i) && (i <? 2 * pairs))%Z%bool then
    let m := pair_of layout pairs i in
    let first := g (first_target layout pairs m) in
    let second := g (second_target layout pairs m) in
    if is_first_of layout pairs i then first * cosine m + second * sine m else second * cosine m - first * sine m
  else g i.
