(* KEY 0c502f5d587f *)
(* a direction of length 2 *)
From Plumbline Require Import must_fail.row_witness.
intro H. specialize (H (constant 1) (constant 1) (constant 2) 1%Z 1%Z 1%Z 0%Z 2 ltac:(lia)).
assert (W : P_rows_want (constant 1) (constant 1) (constant 2) 1 1 1 0 2).
{ intros i I J. unfold L_el, L_dots, L_drop, sum_below, constant. simpl. split; lra. }
specialize (H W).
assert (L : L_vector_length (L_value_gradient (constant 1) (constant 1) 1 1 1 0) 1 = 1).
{ unfold L_vector_length, L_rsqrt, L_dots, L_value_gradient, sum_below, constant. simpl.
  transitivity (sqrt 1); [f_equal; ring|apply R_sqrt.sqrt_1]. }
rewrite L in H. unfold L_sink_share, L_total, L_weights_of_key, sum_below, constant in H.
unfold real_of_int in H. simpl in H. lra.
