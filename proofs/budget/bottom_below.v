(* KEY 554d5b5c5e96 *)
intros x m r b M B N. assert (R : 0 <= r) by (eapply Rle_trans; [apply Rabs_pos|exact N]).
assert (D := Q_difference_down_bounds m r M R B). apply Rabs_le_inv in N. unfold b in *. lra.
