(* KEY 5786f8af8cba *)
From Plumbline Require Import must_fail.engine_witness.
(* no element: a sum of 0, and 1 more at each of three stores *)
intro H. assert (W : P_score_computed none (only 3 1) 1 none none 0 3).
{ apply (H _ _ _ _ none none none none none none 0%Z 1 1 1 1); [lia|apply only_are_roundings; lra| | | | |].
  - left. left. left. repeat split; rounds.
  - intros i r I0 I1. lia.
  - intros i r I0 I1. lia.
  - split; [reflexivity|]. intros i r I0 I1. lia.
  - exists 1, 2. repeat split; rounds. }
destruct W as (a & b & c & x & z & depth & all & product & stored & PARTS & XZ & SUM & D & A & SP & Y).
assert (C : c = 1) by (destruct PARTS as [(_ & _ & C)|[(_ & _ & C)|[(_ & _ & C)|(root & _ & _ & _ & C)]]]; off; lra).
subst c. apply sum_off in SUM; [|values; lra]. unfold sum_below in SUM. simpl in SUM. off. lra.
