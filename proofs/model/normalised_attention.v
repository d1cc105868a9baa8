(* normalised_attention.v - the meaning of attention divided by what its weights, or their absolute values, sum to. *)
From Coq Require Import Reals.
From Plumbline.model Require Import sequence normalised layers.
Open Scope R_scope.

Definition L_absolute_attention (a : A_attention) (epsilon : R) : A_attention :=
  fun x m n => L_absolute_sum_normalised (a x m n) n epsilon.
Definition L_at_least_one_attention (a : A_attention) : A_attention :=
  fun x m n => L_at_least_one_normalised (a x m n) n.
