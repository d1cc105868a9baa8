(* KEY f583c88321c7 *)
From Plumbline.proposition Require Import standing_math printed_math.
intros turns layout pairs T scale high low P S L0 L1 D.
destruct (sinusoids_stand_out turns layout pairs T scale high low ltac:(lia) P S D) as (q & k & Q). exists q, k.
intros x t T0 U X. destruct (Q t U) as [A B]. split.
- eapply Rle_trans; [exact A|right]. unfold sinusoid_score. rewrite <- before_written. exact (X 0%Z ltac:(lia) T0).
- intros j J V. eapply Rle_trans; [right|exact (B j J V)]. unfold sinusoid_score. rewrite <- before_written. symmetry.
  exact (X j ltac:(lia) V).
