(* KEY 9e006d28f901 *)
From Plumbline Require Import compare.exponent_math compare.shapes.
intros r r1 r2 h1. parts. change real_of_int with IZR in *. destruct (abs_exponent r r1 h1) as (A & B).
rewrite exp_Ropp in B.
assert (E := Exp_prop.exp_pos r1). replace (1 / exp r1) with (/ exp r1) by (field; lra).
replace (- (1) + exp r) with (exp r - 1) by ring. split; lra.
