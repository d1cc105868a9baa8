(* repeated.v - the meaning of the words in which contracts speak of repeated tokens. *)
From Coq Require Import Reals ZArith.
From Plumbline.model Require Import sequence alibi rotation angles.
Open Scope R_scope.

Definition P_alibi_bias (b : A_seq) (form p t : Z) (slope : R) : Prop :=
  forall j, (0 <= j)%Z -> (j < t)%Z -> b j = slope * IZR (L_alibi_distance form p j).

(* the vector x at position p *)
Definition rotated (x turns : A_seq) (p : Z) (multiplier : R) (layout pairs : Z) : A_seq :=
  L_rotated x (L_rotary_cosines turns p multiplier) (L_rotary_sines turns p multiplier) layout pairs.
Definition P_rope_scored (x q k turns : A_seq) (scale : R) (layout pairs d t : Z) : Prop :=
  (0 <= layout <= 2)%Z /\ (0 <= 2 * pairs <= d)%Z /\
  forall j, (0 <= j)%Z -> (j < t)%Z -> x j = scale * L_dots (rotated q turns (t - 1) 1 layout pairs)
    (rotated k turns j 1 layout pairs) d.
