(* KEY 74b42a717bab *)
(* one key and a sink that weigh the same *)
From Plumbline Require Import must_fail.row_witness.
intro H. specialize (H (constant 0) (constant 1) every_key 1%Z 1%Z 0%Z 0 1 ltac:(lra)).
assert (V : forall i, (0 <= i)%Z -> (i < 1)%Z -> P_among every_key i -> Rabs (L_el (constant 1) (L_place i 1 0)) <= 1).
{ intros. unfold L_el, constant. rewrite Rabs_pos_eq; lra. }
specialize (H V). unfold L_el, L_aggregate, L_weighted, L_sink_weight, L_sink_softmax, sum_below in H.
rewrite one_exponential, Rminus_0_r, exp_0 in H. unfold every_key, constant in H. simpl in H. rewrite exp_0 in H.
rewrite Rabs_pos_eq in H by lra. lra.
