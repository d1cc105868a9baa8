(* KEY 8566d1ea8bab *)
From Plumbline Require Import weight.softpick_math.
intros x m n t i c s e I L B H. apply softpick_negative. assert (E := H i I L). unfold L_el in E. lra.
