(* KEY 19401914ed8d *)
From Plumbline Require Import compare.shapes.
intros r r1 r2. parts. change real_of_int with IZR in *.
unfold L_gamma_of. f_equal. ring.
