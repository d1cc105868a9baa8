(* KEY ae3f698291c0 *)
intros w gamma zeta j. unfold L_el, L_clipped_weights, L_rmul. do 2 f_equal. ring.
