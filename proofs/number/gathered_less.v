(* KEY b8dfcf6ec08d *)
intros i size total part (A & G). split; [exact A|]. rewrite Rabs_R0. assert (P := Rabs_pos part). lra.
