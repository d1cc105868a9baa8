(* KEY 67ebea59ea03 *)
(* one key and a sink, both of score 0, shifted by 1 *)
From Plumbline Require Import must_fail.row_witness.
intro H.
specialize (H (constant 0) every_key 1 0 1%Z 0%Z ltac:(lia) ltac:(lia) eq_refl).
unfold L_rdiv, L_rexp, L_el, L_sink_softmax in H. simpl in H. rewrite !one_exponential in H. unfold constant in H.
replace (0 + - (1) * 1) with (- (1)) in H by ring. replace (0 - 1) with (- (1)) in H by ring.
rewrite Rminus_0_r, exp_0 in H. assert (P := Exp_prop.exp_pos (- (1))). assert (B := exp_of_minus_one_below).
apply (f_equal (Rmult (1 + exp (- (1))))) in H. unfold Rdiv in H.
replace ((1 + exp (- (1))) * (exp (- (1)) * / (1 + exp (- (1))))) with (exp (- (1))) in H by (field; lra). lra.
