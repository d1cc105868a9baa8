(* KEY da220eb723cb *)
From Plumbline.weight Require Import softpick_math.
intros x m n i e X. apply softpick_negative, X.
