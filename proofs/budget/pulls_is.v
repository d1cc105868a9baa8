(* KEY a0cfae358e03 *)
intros v side goal kv common j x. unfold x, L_pulls, L_rmul, L_el. ring.
