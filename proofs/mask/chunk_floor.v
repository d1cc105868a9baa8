(* KEY e26c014d6581 *)
From Plumbline.mask Require Import subset_math.
intros p width c j start end_ W L U. unfold P_among, L_chunk.
rewrite Z.eqb_eq, (same_chunk p width c); unfold start, end_ in *; lia.
