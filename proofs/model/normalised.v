(* normalised.v - the meaning of weights divided by what they sum to. *)
From Coq Require Import Reals ZArith.
From Plumbline.model Require Import sequence.
From Plumbline.model Require Export total.
Open Scope R_scope.

Definition L_absolutes (w : A_seq) : A_seq := fun i => Rabs (w i).
Definition L_absolute_total (w : A_seq) (n : Z) : R := L_total (L_absolutes w) n.
Definition L_sum_normalised (w : A_seq) (n : Z) (epsilon : R) : A_seq := fun i => w i / (L_total w n + epsilon).
Definition L_absolute_sum_normalised (w : A_seq) (n : Z) (epsilon : R) : A_seq :=
  L_sum_normalised (L_absolutes w) n epsilon.
Definition L_at_least_one_normalised (w : A_seq) (n : Z) : A_seq := fun i => w i / Rmax (Rabs (L_total w n)) 1.
Definition L_length_normalised (w : A_seq) (n : Z) : A_seq := fun i => w i / IZR n.
