(* KEY 75003514f46f *)
From Plumbline Require Import number.round_math.
intros f r F. subst r. apply rounded_finite. exact F.
