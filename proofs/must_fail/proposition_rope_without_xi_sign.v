(* KEY 6572e245e4a9 *)
(* two keys of the same score: 1/2 is above e^-2 / (1 + e^-2) *)
From Plumbline Require Import proposition.first_math must_fail.row_witness.
intro H.
cbv zeta in H. specialize (H (constant (-1)) (constant 0) every_key 2%Z 2%Z 0%Z (-1) ltac:(lia) ltac:(lia)
  (every_key_first 2 eq_refl)).
assert (A : P_by_angle (constant (-1)) (constant 0) (-1) 2) by (intros j J L; unfold L_el, constant; rewrite cos_0;
  ring).
specialize (H A). unfold L_el in H.
rewrite (alike_weights (constant (-1)) every_key 2 2 0 (every_key_first 2 eq_refl)) in H by (reflexivity || lia).
replace (2 * -1) with (-2) in H by ring. change (real_of_int _) with 1 in H. change (IZR 2) with 2 in H.
assert (P := Exp_prop.exp_pos (-2)). assert (E : exp (-2) < 1) by (rewrite <- exp_0; apply exp_increasing; lra).
apply (Rmult_le_compat_r (1 + exp (-2))) in H; [|lra].
replace (exp (-2) / (1 + exp (-2)) * (1 + exp (-2))) with (exp (-2)) in H by (field; lra). lra.
