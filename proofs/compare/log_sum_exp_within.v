(* KEY b786163bf829 *)
From Plumbline Require Import compare.rounded_sum_math compare.mean_math compare.shapes.
intros r r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 h1 h2 h3 h4 h5 h6 h7 h8 h9 h10. parts. change real_of_int with IZR in *.
differences.
assert (B := log_sum_exp_within r r1 r2 r3 r4 r5 r6 r7 r8 r9 ltac:(assumption) ltac:(assumption) ltac:(lra)
  ltac:(assumption) ltac:(assumption) ltac:(assumption) ltac:(assumption) ltac:(assumption) ltac:(assumption)
  ltac:(assumption)).
bound_by B.
