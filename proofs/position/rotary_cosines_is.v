(* KEY 181120682fd0 *)
intros s i i1 r. unfold L_el, L_rotary_cosines. rewrite Rmult_comm with (r1 := real_of_int i). reflexivity.
