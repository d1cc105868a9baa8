(* KEY 02a1144fe8b6 *)
intros. apply Z.mul_le_mono_nonneg_r; assumption.
