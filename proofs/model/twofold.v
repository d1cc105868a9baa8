(* twofold.v - the meaning of the invariant of sums of products kept in two numbers. *)
From Plumbline.number Require Import twofold_math.

Definition P_twofold := twofold_math.twofold.
