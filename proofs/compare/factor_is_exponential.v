(* KEY 151dad760b4e *)
From Plumbline Require Import compare.exponent_math compare.shapes.
intros r r1 r2 h1 h2 h3. parts. change real_of_int with IZR in *. unfold P_rounds in h3. differences.
destruct (factor_exponent r r1 r2 (conj h1 h2) ltac:(lra)) as (tau & A & B). exists tau.
split; [symmetry; exact A|exact B].
