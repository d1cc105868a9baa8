(* KEY f84ec470bd79 *)
From Plumbline Require Import compare.position_math compare.shapes.
intros r r1 r2 r3. parts. change real_of_int with IZR in *. unfold L_pair_length.
destruct (pair_within_length r r1 r2) as (A & B). split; assumption.
