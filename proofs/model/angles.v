(* angles.v - the meaning of the cosines and sines by which pairs turn. *)
From Coq Require Import Reals ZArith.
From Plumbline.model Require Import sequence angle.
Open Scope R_scope.

Definition L_rotary_cosines (turns : A_seq) (position : Z) (multiplier : R) : A_seq :=
  fun m => multiplier * L_turn_cosine (turns m * IZR position).
Definition L_rotary_sines (turns : A_seq) (position : Z) (multiplier : R) : A_seq :=
  fun m => multiplier * L_turn_sine (turns m * IZR position).
