(* mask.v - the meaning of masks: which keys each of them shows to a query at position p. *)
From Coq Require Import Reals ZArith Bool.
From Plumbline.model Require Import sequence.
Local Open Scope Z_scope.

Definition L_intersection (m n : A_subset) : A_subset := fun j => m j && n j.
Definition L_window (p left right : Z) : A_subset :=
  fun j => ((left =? -1) || (p - left <=? j)) && ((right =? -1) || (j <=? p + right)).
Definition L_prefixed (p prefix : Z) : A_subset := fun j => (j <=? p) || (j <? prefix).
Definition L_streamed (p first recent : Z) : A_subset :=
  fun j => (j <? first) || ((p - recent <? j) && (j <=? p)).
(* Coq's division rounds down *)
Definition L_chunk (p width : Z) : A_subset := fun j => j / width =? p / width.
