(* KEY da64de3574c0 *)
From Plumbline Require Import compare.root_math compare.shapes.
intros r r1 r2 r3 r4 r5 r6 r7 h1 h2 h3 h4 h5 h6 h7 h8. parts. unfold P_gentle in *. change real_of_int with IZR in *.
differences.
replace (r1 + Rpower.ln r) with (Rpower.ln r + r1) in h6 by ring.
assert (B := weight_root_within r r1 r2 r3 r4 r5 r6 h1 h2 h5 h4 h3 h6).
replace (- (1) + exp r2) with (exp r2 - 1) by ring. rewrite Rplus_comm. apply B.
destruct h7 as [h7|h7]; [left; exact h7|]. destruct h8 as [h8|h8]; [left; exact h8|]. right. lra.
