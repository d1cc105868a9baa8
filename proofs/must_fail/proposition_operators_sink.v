(* KEY d3f787b2828d *)
(* one key and a sink, both of score 0: the sink has the share 1/2 *)
From Plumbline Require Import must_fail.row_witness.
intro H.
specialize (H 0 0 (1 / 2) ltac:(lra) (constant 0) every_key 1%Z).
assert (E : P_equal_scores (constant 0) every_key 1 0) by (intros j J L _; reflexivity).
specialize (H E). unfold L_sink_weight in H. rewrite one_exponential, Rminus_0_r, exp_0 in H. lra.
