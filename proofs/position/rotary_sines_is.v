(* KEY 4c9cfabc9b88 *)
intros s i i1 r. unfold L_el, L_rotary_sines. rewrite Rmult_comm with (r1 := real_of_int i). reflexivity.
