(* angle.v - the meaning of sine and cosine of turns, and of the distance from a quarter turn. *)
From Coq Require Import Reals ZArith.
From Flocq Require Import Core.
Open Scope R_scope.

Definition L_rpi : R := PI.
Definition L_turn_sine (t : R) : R := sin (2 * PI * t).
Definition L_turn_cosine (t : R) : R := cos (2 * PI * t).
Definition L_unit_angle : R := 2 * PI / 72057594037927936.

(* the quarter turn on which an eighth borders, whole turns apart *)
Definition quarter (eighth : Z) : Z := ((eighth + 1) / 2)%Z.
Definition beyond_quarter (t : R) (eighth : Z) : R :=
  t - IZR (quarter eighth) / 4 - IZR (ZnearestE (t - IZR (quarter eighth) / 4)).
Definition L_eighth_distance (t : R) (eighth : Z) : R :=
  (if Z.even eighth then beyond_quarter t eighth else - beyond_quarter t eighth) * 72057594037927936.

Definition P_turns_near (t : R) (units : Z) : Prop := Rabs (t * IZR (2 ^ 128) - IZR units) <= 2.
