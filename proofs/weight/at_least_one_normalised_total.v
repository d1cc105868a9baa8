(* KEY cd31eaf68d1b *)
From Plumbline.weight Require Import normalised_math.
intros w n. apply at_least_one_total.
