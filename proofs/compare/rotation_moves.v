(* KEY 0a8d55ac778d *)
From Plumbline Require Import compare.position_math compare.shapes.
intros r r1 r2 r3 r4 r5 r6 h1. parts. change real_of_int with IZR in *. unfold L_turned, L_partner, L_pair_length.
differences.
assert (B := rotation_moves r r1 r2 r3 r4 h1). rewrite Rmin_comm in B.
replace (r * cos r2 + - (1) * (r1 * sin r2)) with (r * cos r2 - r1 * sin r2) by ring.
eapply Rle_trans; [exact B|]. right. f_equal; ring.
