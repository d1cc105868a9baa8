(* turns.v - the meaning of fractions of a turn, in integers. *)
From Coq Require Import ZArith.
Open Scope Z_scope.

Definition L_turn_units (first second third fourth : Z) : Z :=
  first * 2 ^ 96 + second * 2 ^ 64 + third * 2 ^ 32 + fourth.
Definition P_turn_multiple (product units count : Z) : Prop :=
  exists whole, units * count = product + whole * 2 ^ 128.
(* the eighths 2 q and 2 q - 1 lie about the quarter turn q *)
Definition P_turn_eighth (units eighth part : Z) : Prop :=
  0 <= part <= 2 ^ 53 /\
  0 <= units - ((eighth + 1) / 2 * 2 ^ 126 + (if Z.even eighth then part else - part) * 2 ^ 72) < 2 ^ 72.
