(* KEY dc5caf01e4af *)
intros t a s s1 i i1 i2 h1 h2 h3 j x J L M. split; [|exact (h3 j J L M)]. unfold x, L_place. split; nia.
