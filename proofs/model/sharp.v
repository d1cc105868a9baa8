(* sharp.v - the meaning of the invariant of sums in which each product has its own part of the radius. *)
From Coq Require Import Reals ZArith.
From Plumbline.number Require Import sum_math.
From Plumbline.aggregate Require Import sharp_math.

Definition P_sharpened (n i : Z) := sharp_math.sharpened n i (roundings (depth 16 n)).
