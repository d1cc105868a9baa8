(* KEY f2917d47059e *)
From Plumbline.weight Require Import softpick_math.
intros x m n e E. apply softpick_sum, E.
