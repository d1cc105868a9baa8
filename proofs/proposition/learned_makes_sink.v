(* KEY 624160d9ec89 *)
From Plumbline.proposition Require Import standing_math.
intros a T level b B H. destruct (learned_sinks a T level b H B) as (q & k & rows & K). exists q, k, rows.
intros x m n t L G F X. exact (K x m n t L ltac:(lia) F X).
