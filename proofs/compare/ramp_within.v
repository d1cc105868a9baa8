(* KEY cbe34ab770ee *)
From Plumbline Require Import compare.ramp_math compare.shapes.
intros r r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 h1 h2 h3 h4 h5 h6 h7 h8. parts.
unfold P_rounds, L_ramp, L_clipped_to_unit in *. change real_of_int with IZR in *. differences.
rewrite (Rmin_comm r3 r1), (Rmin_comm r3 r) in h7.
assert (B := ramp_within r r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 h3 h1 ltac:(lra) h2 h7 h6 h5 ltac:(unfold ramp; lra)).
unfold clipped, ramp in B.
eapply Rle_trans; [exact B|]. right. ring.
