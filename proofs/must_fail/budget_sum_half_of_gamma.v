(* KEY 3243fa8de15c *)
From Plumbline Require Import must_fail.compare_witness compare.shapes.
(* 1 + 1 rounded upwards, with u = 1/4 *)
intro H. specialize (H (1 / 4) 0 (5 / 2) (fun _ => 1) 2%Z). unfold L_gamma_of, real_of_int in H.
cbn [Z.opp Z.add Z.pos_sub Pos.pred_double] in H. sums. rewrite !sum_two in H. premises H.
specialize (H (tree_of_two (1 / 4) 0 (fun _ => 1) (5 / 2) ltac:(unfold near_rounded; numbers))).
replace (1 * (1 / 4) / (1 - 1 * (1 / 4))) with (1 / 3) in H by field. refuted H.
