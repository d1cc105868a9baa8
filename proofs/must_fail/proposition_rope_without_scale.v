(* KEY 9d7fcad0e2f0 *)
(* vectors of length 1, half a turn for each position and a scale of 2: the scores are -2 and 2 *)
From Plumbline Require Import position.rotation_math position.rope_math proposition.first_math must_fail.row_witness.
intro H. cbv zeta in H.
set (q := two 1 0).
specialize (H (two (-2) 2) q q (constant (1 / 2)) every_key 2%Z 2%Z 1%Z 0%Z 1%Z 2%Z 2 ltac:(lra) ltac:(lia) ltac:(lia)
  (every_key_first 2 eq_refl)).
assert (L : L_vector_length q 2 = 1).
{ unfold L_vector_length, L_rsqrt, L_dots, sum_below, q, two. simpl.
  match goal with |- sqrt ?s = _ => replace s with 1 by ring end. exact R_sqrt.sqrt_1. }
assert (S : P_rope_scored (two (-2) 2) q q (constant (1 / 2)) 2 0 1 2 2).
{ split; [lia|]. split; [lia|]. intros j J K. change (rotated q) with (positioned q). rewrite dots_of_positioned by lia.
  assert (C : j = 0%Z \/ j = 1%Z) by lia. unfold constant, beyond, sum_below, common, crossing, q, two, L_turn_cosine,
    L_turn_sine.
  destruct C as [-> | ->]; simpl.
  - replace (2 * PI * (1 / 2 * 1)) with PI by field. rewrite cos_PI, sin_PI. ring.
  - replace (2 * PI * (1 / 2 * 0)) with 0 by ring. rewrite cos_0, sin_0. ring. }
specialize (H S). rewrite L in H. unfold L_el in H. rewrite second_weight_of_two in H.
replace (2 * 1 * 1) with 2 in H by ring. change (real_of_int _) with 1 in H.
assert (M := Exp_prop.exp_pos (-2)). assert (B : exp (-2) < exp 0) by (apply exp_increasing; lra). rewrite exp_0 in B.
assert (P := Exp_prop.exp_pos 2).
apply (Rmult_le_compat_r ((exp (-2) + exp 2) * (1 + exp 2))) in H; [|apply Rmult_le_pos; lra].
replace (exp 2 / (exp (-2) + exp 2) * ((exp (-2) + exp 2) * (1 + exp 2))) with (exp 2 * (1 + exp 2)) in H by (field;
  lra).
replace (exp 2 / (1 + exp 2) * ((exp (-2) + exp 2) * (1 + exp 2))) with (exp 2 * (exp (-2) + exp 2)) in H by (field;
  lra).
apply Rmult_le_reg_l in H; [|exact P]. lra.
