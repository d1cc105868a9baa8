(* KEY 0381fbeeb710 *)
From Plumbline Require Import compare.exponent_math compare.shapes.
intros r r1 r2 r3 r4 r5 r6 r7 r8 h1. parts. change real_of_int with IZR in *.
destruct (part_is_rescaled r r1 r3 r4 r5 r2 h1) as (A & B).
replace (r + r4 + r5 + ln r1 + - (1) * r3) with (r + ln r1 + r4 - r3 + r5) by ring.
replace (r + r4 + r5 + - (1) * r3) with (r - r3 + (r4 + r5)) by ring. split; [rewrite B; ring|rewrite A; ring].
