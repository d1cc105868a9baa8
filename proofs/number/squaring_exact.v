(* KEY b11f382358b9 *)
From Plumbline.number Require Import exp_rounded exp_rounding.
intros a power low high. subst power.
unfold L_rounded_product, L_pow2. rewrite <- bpow_plus. replace (a + a)%Z with (2 * a)%Z by ring.
apply rnd_exact. apply generic_format_bpow. unfold FLT_exp. lia.
