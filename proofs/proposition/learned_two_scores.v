(* KEY 015d334262bc *)
From Plumbline.proposition Require Import standing_math.
intros first other. destruct (learned_two_scores first other) as (q & k & rows & H). exists q, k, rows. intros x t T X.
split.
- etransitivity; [symmetry; exact (X 0%Z ltac:(lia) ltac:(lia))|]. exact (H t 0%Z ltac:(lia) ltac:(lia)).
- intros j J K. etransitivity; [symmetry; exact (X j ltac:(lia) K)|].
  etransitivity; [exact (H t j ltac:(lia) ltac:(lia))|].
  replace (j =? 0)%Z with false by (symmetry; apply Z.eqb_neq; lia). reflexivity.
