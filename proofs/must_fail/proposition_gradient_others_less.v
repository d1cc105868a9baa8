(* KEY d43ba06b1438 *)
(* one row, of two keys the second has all the weight *)
From Plumbline Require Import must_fail.row_witness.
intro H. specialize (H (two 0 1) (constant 1) (constant 1) 1%Z 2%Z 1%Z 0%Z 1%Z 1).
assert (W : P_rows_share (two 0 1) (constant 1) (constant 1) 1 2 1 0 1 1).
{ intros i. cbv zeta. intros I J. assert (E : i = 0%Z) by lia. subst i.
  unfold L_el, L_dots, L_drop, L_place, sum_below, two, constant. simpl.
  split; [split; lra|rewrite Rabs_pos_eq; lra]. }
assert (G := H ltac:(lia) W). unfold L_sink_share, L_total, L_weights_of_key, L_dots, L_value_gradient, sum_below,
  two, constant in G.
unfold real_of_int in G. simpl in G. rewrite Rabs_pos_eq in G by lra. lra.
