(* KEY fb2dadcf5083 *)
From Plumbline Require Import compare.mean_math compare.shapes.
intros s s1 s2 i r r1 r2 r3 a h1 h2 h3. parts. change real_of_int with IZR in *. differences. sums.
assert (B := divided_before i s s1 s2 r r1 r2 r3 h1 (fun j J => eq_sym (h3 j (proj1 J) (proj2 J))) ltac:(lra)).
bound_by B.
