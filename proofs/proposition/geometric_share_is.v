(* KEY 6cbfe905f17d *)
From Plumbline Require Import score.ball_memory.
intros r i i1. unfold L_geometric_share, L_rdiv, L_rmul, L_rexp. cbv zeta.
replace (- (1) * r) with (- r) by ring. rewrite (exp_Ropp r). unfold Rdiv. rewrite Rmult_1_l. reflexivity.
