(* KEY 7f5eab4c4aaf *)
From Plumbline Require Import compare.shapes.
intros r r1 r2 r3 r4 r5 r6 r7 r8 r9 i h1 h2 h3 h4 h5 h6. parts. change real_of_int with IZR in *. rewrite Z.add_comm.
differences. apply (rescaling.rescaling_next _ _ _ _ _ _ r5 _ _ r8); try assumption; try lra.
replace (r5 - r6 + r8) with (r5 + r8 - r6) by ring. assumption.
