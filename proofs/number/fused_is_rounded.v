(* KEY b6e7bfffd3ae *)
intros x y z. unfold L_rounded_fused, L_rounded. f_equal. ring.
