(* KEY c12228dcc802 *)
(* two keys of the same score: 1 in place of 1/2 *)
From Plumbline Require Import must_fail.row_witness.
intro H.
specialize (H (two 0 0) every_key 2%Z 0%Z 0 ltac:(lia) ltac:(lia) eq_refl).
assert (E : P_equal_scores (two 0 0) every_key 2 0) by (intros j J L _; unfold L_el, two; destruct (j =? 0)%Z;
  reflexivity).
specialize (H E). unfold L_el in H. rewrite first_weight_of_two, exp_0 in H.
change (real_of_int _) with 1 in H. lra.
