(* KEY 8371e543462e *)
intros w gamma zeta j. unfold L_el, L_clipped_weights. do 2 f_equal. ring.
