(* capped_mask.v - the meaning of masking before the softcap. *)
From Coq Require Import Reals ZArith.
From Plumbline.model Require Import sequence.
Open Scope R_scope.

Definition L_everything : A_subset := fun _ => true.
Definition L_capped_mask (x : A_seq) (m : A_subset) (cap : R) : A_seq := fun i => if m i then x i else - cap.
