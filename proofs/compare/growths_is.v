(* KEY 57f230394d58 *)
From Plumbline Require Import compare.shapes.
intros s i. parts. change real_of_int with IZR in *. unfold L_el, L_growths. ring.
