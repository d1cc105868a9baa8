(* KEY b89029e9a257 *)
From Plumbline Require Import must_fail.number_witness.
(* At 0 the series is its first coefficient. *)
intro H. specialize (H 0%R).
assert (step : forall s c, L_series_step s 0 c = rnd c)
  by (intros; unfold L_series_step, L_rounded_sum, L_rounded_product;
      rewrite Rmult_0_r, rnd_zero, Rplus_0_l; reflexivity).
assert (next : forall s c, series_next s 0 c = rnd c)
  by (intros; unfold series_next; rewrite Rmult_0_r, rnd_zero, Rplus_0_l; reflexivity).
rewrite step in H. unfold L_sine_series in H. rewrite next, !rnd_exact in H; unfold sine_c3 in *; [lra|in_format..].
