(* product_gradient.v - the meaning of the chain rule from scores to products of query and key. *)
From Coq Require Import Reals ZArith.
From Plumbline.model Require Import sequence.
Open Scope R_scope.

Definition L_cap_slope (x cap : R) : R := 1 - (x / cap) * (x / cap).
Definition L_capped_gradient (g x : A_seq) (cap : R) : A_seq := fun j => g j * L_cap_slope (x j) cap.
Definition L_scaled_gradient (g : A_seq) (scale : R) : A_seq := fun j => scale * g j.
