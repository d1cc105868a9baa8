(* clipped.v - the meaning of weights stretched to [gamma, zeta] and cut back to [0, 1]. *)
From Coq Require Import Reals.
From Plumbline.model Require Import sequence.
Open Scope R_scope.

Definition L_clipped_weights (w : A_seq) (gamma zeta : R) : A_seq :=
  fun j => Rmin 1 (Rmax 0 ((zeta - gamma) * w j + gamma)).
