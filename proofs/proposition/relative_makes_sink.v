(* KEY fe4052539bba *)
From Plumbline.proposition Require Import standing_math.
intros a t level b c T B H. destruct (relative_sinks a t level b c H B T) as (g & K). exists g. intros x m n F X.
exact (K x m n F X).
