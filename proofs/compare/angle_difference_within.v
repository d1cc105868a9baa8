(* KEY 2f94c4c086b4 *)
From Plumbline Require Import compare.position_math compare.shapes.
intros r r1 r2 r3 r4 r5 r6 r7 r8 h1 h2 h3 h4 h5. parts. change real_of_int with IZR in *. differences.
assert (B := angle_difference_within r r1 r2 r3 r4 r5 r6 r7 ltac:(assumption) ltac:(assumption) ltac:(assumption)
  ltac:(assumption) ltac:(assumption)).
match type of B with Rabs ?y <= _ => match goal with |- Rabs ?x <= _ => replace x with y by ring end end.
eapply Rle_trans; [exact B|]. right. ring.
