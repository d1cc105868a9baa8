(* KEY d6e8d6a8bb95 *)
intro i. unfold L_pow2. rewrite bpow_plus. reflexivity.
