(* KEY 5c3207340a2b *)
From Coq Require Import Lra.
(* the sum that begins with 0 is the number itself *)
intros u t x v z UT ONES Z.
change 9%Z with (8 + 1)%Z. apply (Q_bias_gradient_in_order u t x v (fun i => if (i =? 0)%Z then 0 else x 0%Z) 1%Z z).
- lia.
- exact UT.
- exact ONES.
- split; [reflexivity|]. intros i a b I0 I1. unfold a, b. clear a b. assert (I : i = 0%Z) by lia. subst i.
  unfold L_el. simpl. replace (x 0%Z + - (1) * 0 + - (1) * x 0%Z) with 0 by ring. rewrite Rabs_R0.
  destruct (UT 6%Z ltac:(lia)).
  assert (0 <= u 6%Z * Rabs (0 + x 0%Z)) by (apply Rmult_le_pos; [assumption|apply Rabs_pos]). lra.
- exact Z.
