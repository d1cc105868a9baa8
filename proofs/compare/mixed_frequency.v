(* KEY a57a79001f38 *)
From Plumbline Require Import compare.ramp_math compare.shapes.
intros r r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 h1 h2 h3 h4 h5 h6 h7 h8 h9 h10. parts. unfold P_rounds, L_mixed in *.
change real_of_int with IZR in *. differences.
assert (B := mixed_frequency r r1 r2 r3 r4 r5 r6 r7 r8 r9 h1 ltac:(lra) ltac:(lra) h7 h4 ltac:(lra) ltac:(lra)
  ltac:(lra)). cbv zeta in B.
eapply Rle_trans; [exact B|]. right. ring.
