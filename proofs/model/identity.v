(* identity.v - the meaning of scores taken as weights. *)
From Coq Require Import Reals ZArith.
From Plumbline.model Require Import sequence.
Open Scope R_scope.

Definition L_identity_weights (x : A_seq) (m : A_subset) : A_seq := fun i => if m i then x i else 0.
