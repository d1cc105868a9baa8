(* KEY f08d41e41a19 *)
From Plumbline.number Require Import exp_rounded exp_rounding exp_balls.
intros p a b total A1 A2 T1 T2 ((F & high) & low). subst total.
unfold L_rounded_product, L_rmul, L_pow2, L_rounded in *.
rewrite Rmult_assoc, <- bpow_plus. apply rnd_exact, significand_scaled; [|lra|exact T1].
apply binary64_of_fixed. exact F.
