(* KEY 75439f18c25b *)
From Plumbline.number Require Import exp_rounded exp_rounding upward_math.
intros a r top R1 R0 A. apply Rabs_le_inv in A. subst top. unfold L_rounded_sum.
assert (high := rnd_monotone (a + r) (IZR 1024) ltac:(lra)).
rewrite (rnd_exact (IZR 1024)) in high by (apply binary64_integer; lia).
assert (low := rnd_monotone (IZR (-512)) (a + r) ltac:(lra)).
rewrite (rnd_exact (IZR (-512))) in low by (apply binary64_integer; lia).
split; lra.
