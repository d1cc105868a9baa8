(* KEY 9130b496759f *)
(* one row that gives the key -1 *)
From Plumbline Require Import must_fail.row_witness.
intro H. specialize (H (constant (- (1))) (constant 2) (constant 1) 1%Z 1%Z 1%Z 0%Z 1 ltac:(lia)).
assert (W : P_rows_want (constant (- (1))) (constant 2) (constant 1) 1 1 1 0 1).
{ intros i I J. unfold L_el, L_dots, L_drop, sum_below, constant. simpl. split; lra. }
specialize (H W). unfold L_sink_share, L_total, L_weights_of_key, L_dots, L_value_gradient, sum_below, constant in H.
unfold real_of_int in H. simpl in H. lra.
