(* KEY 63efe0d10f80 *)
From Plumbline.proposition Require Import standing_math printed_math.
intros a turns layout pairs T scale level b P B S L0 L1 H D.
destruct (sinusoids_sink a turns layout pairs T scale level b H B ltac:(lia) P S D) as (q & k & Q). exists q, k.
intros x m n t T0 U F X. apply (Q x m n t U F). intros j J V. unfold sinusoid_score. rewrite <- before_written.
exact (X j J V).
