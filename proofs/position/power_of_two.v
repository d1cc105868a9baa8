(* KEY bcd97c48fd10 *)
intros n (k & K & E). exists (Z.succ k). split; [lia|]. subst n. rewrite Z.pow_succ_r by exact K. reflexivity.
