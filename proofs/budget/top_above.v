(* KEY e10775b70653 *)
intros x m r N. assert (R : 0 <= r) by (eapply Rle_trans; [apply Rabs_pos|exact N]).
assert (S := Q_sum_up_bounds (Rabs m) r (Rabs_pos m) R). apply Rabs_le_inv in N. assert (A := Rle_abs m). lra.
