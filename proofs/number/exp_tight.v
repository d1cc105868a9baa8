(* KEY 9b6c5eaad61b *)
From Plumbline.number Require Import exp_rounded upward_math finite exp_balls tight_math exp_tight_math.
intros a r moved y radius R1 R0 A ((F & high) & low). subst moved y radius.
destruct (exp_value_accurate a F ltac:(apply Rabs_le; lra)) as (_ & E).
destruct (radius_of_exp a r (exp_value a) A (conj R0 R1) E) as (G1 & G2 & G3 & G4).
unfold L_exp_radius, L_rounded_fused, L_rexp. fold_least.
change (L_exp_rounded a) with (exp_value a). fold above.
replace (1 / 1125899906842624 + 3 * r)%R with (3 * r + 8 * u)%R by (unfold u; lra).
split; [split; [split; [exact G1|]|exact G2]|exact G4].
apply in_range. eapply Rle_trans; [exact G3|]. apply bpow_le. lia.
