(* KEY 19008db2f1f3 *)
From Plumbline.proposition Require Import layers_math.
exists additive. intros e layers c h D _. exact (difference_lasts e layers c D).
