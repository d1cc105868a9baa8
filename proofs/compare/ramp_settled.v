(* KEY ac0abcd84e20 *)
From Plumbline Require Import compare.ramp_math compare.shapes.
intros r r1 r2 r3 r4 r5 r6 r7 r8 r9 h1 h2 h3 h4 h5 h6. parts. unfold P_rounds, L_ramp, L_clipped_to_unit in *.
change real_of_int with IZR in *. differences.
destruct (ramp_settled r r1 r2 r3 r4 r5 r6 r7 h3 (conj h2 h1) h5 h4 ltac:(unfold ramp; lra)) as (A & B).
unfold clipped in A, B.
split; intro H; [apply A|apply B]; lra.
