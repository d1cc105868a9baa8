(* KEY f1fb66f492c1 *)
From Plumbline Require Import compare.rounded_sum_math compare.base_math compare.shapes.
intros r r1 r2 i r3 h1 h2 h3. parts. change real_of_int with IZR in *. differences.
destruct (roundings_exponent r 0 i r1 r2 h3 eq_refl h1 ltac:(lra)) as (_ & s & A & B). exists s.
split; [symmetry; exact A|].
differences. replace (r * IZR i) with (IZR i * r) by ring. lra.
