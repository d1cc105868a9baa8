(* KEY c9c48a0bd60d *)
From Plumbline.proposition Require Import order_math.
intros a x g m n t j c w I L O G F H. apply (rising_bias_favours_first a x g m n t c j O F H); [|lia].
intros d f D E K. exact (G d f D E K).
