(* bias.v - the meaning of scores with a bias. *)
From Coq Require Import Reals ZArith.
From Plumbline.model Require Import sequence.
Open Scope R_scope.

Definition L_biased (x b : A_seq) : A_seq := fun j => x j + b j.
Definition L_first_biased (x : A_seq) (b : R) : A_seq := fun j => if (j =? 0)%Z then x j + b else x j.
