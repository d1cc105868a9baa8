(* sinusoidal.v - the meaning of the sines and cosines that stand for a position. *)
From Coq Require Import Reals ZArith.
From Plumbline.model Require Import sequence angle.
Open Scope R_scope.

(* layouts: 0 concatenated, 1 interleaved *)
Definition L_sinusoid (turns : A_seq) (position layout pairs : Z) : A_seq := fun e =>
  let is_sine := if (layout =? 1)%Z then Z.even e else (e <? pairs)%Z in
  let m := if (layout =? 1)%Z then (e / 2)%Z else if (e <? pairs)%Z then e else (e - pairs)%Z in
  if is_sine then L_turn_sine (turns m * IZR position) else L_turn_cosine (turns m * IZR position).
