(* alibi.v - the meaning of ALiBi's slopes and distances. *)
From Coq Require Import Reals ZArith.
Open Scope R_scope.

Definition P_power_of_two (n : Z) : Prop := exists k, (0 <= k)%Z /\ n = (2 ^ k)%Z.
Definition L_closest_power (heads : Z) : Z := (2 ^ Z.log2 heads)%Z.
Definition L_alibi_steps (heads h : Z) : Z :=
  let n := L_closest_power heads in
  if (h <? n)%Z then (8 * (h + 1))%Z else (4 * (2 * (h - n) + 1))%Z.
Definition L_halved (steps n : Z) : R := Rpower 2 (- (IZR steps / IZR n)).
Definition L_alibi_slope (heads h : Z) : R := L_halved (L_alibi_steps heads h) (L_closest_power heads).

(* the forms in their order in src/position/forms.h: relative, key, symmetric, scaled-key *)
Definition L_alibi_distance (form query key : Z) : Z :=
  match form with
  | 0 => key - query
  | 2 => - Z.abs (key - query)
  | _ => key
  end%Z.
