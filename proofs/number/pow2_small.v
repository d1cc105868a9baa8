(* KEY a0fda307b827 *)
unfold L_pow2. simpl. lra.
