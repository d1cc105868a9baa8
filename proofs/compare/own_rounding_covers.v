(* KEY e15587aa005c *)
From Plumbline Require Import compare.own_math compare.shapes.
intros r r1 r2 r3 r4 r5 h1 h2 h3 h4 h5 h6. unfold P_nearly in *. change real_of_int with IZR in *. parts. differences.
destruct (own_rounding_covers r r1 r2 r3 r4 r5 (conj h3 h1) ltac:(unfold nearly; lra) h4 h2 ltac:(lra)) as (A & B).
split; [exact A|]. lra.
