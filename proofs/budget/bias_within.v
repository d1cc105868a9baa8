(* KEY 4d374ad4eda6 *)
From Plumbline Require Import compare.score_math.
intros u t e f b y UT (own & O & Y). assert (U3 := proj1 (UT 3%Z ltac:(lia))). unfold P_near.
change (Rabs (own - b) <= e * Rabs b + f) in O.
assert (G := error_grows _ _ _ _ _ _ U3 O Y). replace (y + - (1) * b) with (y - b) by ring.
eapply Rle_trans; [exact G|]. right. unfold L_bias_off, L_moved, L_rmul, L_el. ring.
