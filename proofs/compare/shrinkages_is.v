(* KEY 0bdac9358a73 *)
From Plumbline Require Import compare.shapes.
intros s i. parts. change real_of_int with IZR in *. unfold L_el, L_shrinkages. rewrite exp_Ropp.
assert (E := Exp_prop.exp_pos (s i)). field. lra.
