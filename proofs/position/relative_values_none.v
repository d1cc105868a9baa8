(* KEY caf36b39d531 *)
intros o w r d c. unfold L_el, L_with_relative_values, sum_below. simpl. ring.
