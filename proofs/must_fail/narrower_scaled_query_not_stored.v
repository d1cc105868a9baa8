(* KEY 5786f8af8cba *)
From Plumbline Require Import must_fail.engine_witness.
(* an element of 0, which becomes 1 *)
intro H. assert (W : P_score_computed none (only 0 1) 1 (each 0) (each 1) 1 1).
{ apply (H _ _ _ _ (each 1) (each 1) (each 1) (each 1) (each 1) IZR 1%Z 1 1 1 1);
    [lia|apply only_are_roundings; lra| | | | |].
  - left. left. left. repeat split; rounds.
  - intros i r I0 I1. split; unfold r; rounds.
  - intros i r I0 I1. split; unfold r; rounds.
  - split; [reflexivity|]. intros i r I0 I1. assert (i = 0%Z) by lia. subst i.
    change (1 + 0)%Z with 1%Z. split; unfold r; rounds.
  - exists 1, 1. repeat split; rounds. }
destruct W as (a & b & c & x & z & depth & all & product & stored & PARTS & XZ & SUM & D & A & SP & Y).
destruct (XZ 0%Z ltac:(lia)) as (X & Z). destruct X as (scaled & XS & X).
apply sum_off in SUM; [|values; lra]. unfold sum_below in SUM. simpl in SUM. off.
assert (X0 : x 0%Z = 0) by lra. rewrite X0 in SUM. assert (stored = 0) by lra. subst stored. lra.
