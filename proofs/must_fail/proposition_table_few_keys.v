(* KEY 05a102a8f0bb *)
(* one key of weight 1/2 and value 1: 1/2 in place of 1 *)
From Plumbline Require Import must_fail.row_witness.
intro H.
specialize (H (constant (1 / 2)) (constant 1) every_key 1%Z 1%Z 0%Z (1 / 2) 1).
assert (W : P_equal_weights (constant (1 / 2)) every_key 1 (1 / 2)).
{ intros j J L. split; intro N; [destruct (N eq_refl)|reflexivity]. }
assert (V : P_equal_values (constant 1) every_key 1 1 0 1) by (intros j J L _; reflexivity).
specialize (H W V). rewrite Rabs_pos_eq in H by lra.
unfold L_el, L_aggregate, L_weighted, L_at_least_one_normalised, L_total, sum_below, constant in H. simpl in H.
rewrite Rplus_0_l, Rabs_pos_eq, Rmax_right in H by lra. lra.
