(* KEY e441b5b7b516 *)
From Plumbline Require Import must_fail.compare_witness number.exp_interval.
(* from 0 to 1 it rises by 0.23 *)
intro H. specialize (H 0 1 1). premises H. destruct H as (_ & H). apply Rle_trans with (1 := Rle_abs _) in H.
assert (S : 1 / 5 < L_rsigmoid (0 + 1) - L_rsigmoid 0) by (unfold L_rsigmoid; interval with (i_prec 60)). lra.
