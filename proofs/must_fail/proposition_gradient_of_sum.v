(* KEY e348a6a3bc8d *)
(* two rows, one key: 4 in place of 2 *)
From Plumbline Require Import must_fail.row_witness.
intro H. specialize (H (constant 1) (constant 1) (constant 1) 2%Z 1%Z 1%Z 0%Z 1 ltac:(lia)).
assert (W : P_rows_want (constant 1) (constant 1) (constant 1) 2 1 1 0 1).
{ intros i I J. unfold L_el, L_dots, L_drop, sum_below, constant. simpl. split; lra. }
specialize (H W). unfold L_sink_share, L_total, L_weights_of_key, L_dots, L_value_gradient, sum_below, constant in H.
unfold real_of_int in H. simpl in H. lra.
