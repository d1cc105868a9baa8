(* KEY f83311d98f81 *)
From Plumbline Require Import compare.activation_math compare.shapes.
intros r r1 r2 r3. parts. change real_of_int with IZR in *. destruct (sigmoid_of_exponential r r1) as (A & B).
split; [exact B|].
differences. rewrite <- A. rewrite exp_Ropp. assert (E := Exp_prop.exp_pos r). assert (P := Exp_prop.exp_pos r1).
do 2 f_equal. field. lra.
