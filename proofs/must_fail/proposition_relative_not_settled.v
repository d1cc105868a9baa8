(* KEY 714aa23b7512 *)
(* two keys and a bias of 1 at distance 1: the first weighs e / (e + 1) *)
From Plumbline Require Import must_fail.row_witness.
intro H.
specialize (H (two 1 0) (two 0 1) every_key 2%Z 2%Z 0%Z 0 ltac:(lia) ltac:(lia) (every_key_first 2 eq_refl)).
unfold L_el in H. rewrite first_weight_of_two in H.
apply (Rlt_not_le _ _ (above_half (exp 1) (exp 0) (Exp_prop.exp_pos 0) (exp_increasing 0 1 ltac:(lra)))), H.
- intros j J L. assert (C : j = 0%Z \/ j = 1%Z) by lia. destruct C as [-> | ->]; unfold L_el, two; simpl; ring.
- intros d D L. replace d with 1%Z by lia. reflexivity.
