(* KEY 587a9b1583bc *)
From Plumbline Require Import compare.rounded_sum_math.
intros u t x y UT (given & G & Y). assert (U3 := proj1 (UT 3%Z ltac:(lia))).
assert (N := compound_rounded _ _ _ _ _ _ _ U3 G Y). unfold rounded_sum.near_rounded in N.
unfold P_near. replace (y + - (1) * x) with (y - x) by ring. eapply Rle_trans; [exact N|]. right.
unfold L_logit_off, L_joint, L_rmul, L_el, L_compound. ring.
