(* KEY 826c48fa8670 *)
From Plumbline.proposition Require Import mirror_math.
intros q k table reach d scale a P. exists (shaw_bias scale q table reach d). split.
- intros t e E T. exact (shaw_settles scale q table reach d e P E).
- intros r t T K R. exact (shaw_biased scale q k r table reach t d K R).
