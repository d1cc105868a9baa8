(* KEY 63dfd22c3751 *)
From Plumbline.proposition Require Import bounds_math.
intros t y T Y. exists (one_score y), (below t). split; [split|].
- exact (softpick_of_one_score y t T Y).
- split; [lia|]. intros j J K. apply Z.ltb_lt.
- intros j r J K. unfold r, L_el, one_score. destruct (j =? 0)%Z; lra.
