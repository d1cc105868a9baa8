(* KEY cc6b2999db40 *)
(* a slope of -1: the first of two keys has the score 1, the second 0 *)
From Plumbline Require Import must_fail.row_witness.
intro H.
specialize (H (two 1 0) every_key 2%Z 0%Z 1%Z 2%Z 0 (-1)).
unfold L_el in H. rewrite first_weight_of_two in H.
apply (Rlt_not_le _ _ (above_half (exp 1) (exp 0) (Exp_prop.exp_pos 0) (exp_increasing 0 1 ltac:(lra)))), H.
- lra.
- exact (every_key_first 2 eq_refl).
- unfold P_looks_back. lia.
- intros j J L. assert (C : j = 0%Z \/ j = 1%Z) by lia.
  destruct C as [-> | ->]; unfold L_el, two, real_of_int; simpl; lra.
