(* KEY 77f4d08ca126 *)
From Plumbline Require Import must_fail.number_witness.
(* The ball of middle 0 and radius 1 contains 1, and e is more than 1/2 away from 1. *)
intro H. double 0%R as finite_0 value_0. double 1%R as finite_1 value_1.
assert (L := least_tiny). set (c := (1125899906842625 / 5070602400912917605986812821504)%R).
assert (R : (0 <= rnd (1 * c + least) <= 1 / 2)%R) by (apply rnd_between; [in_format..|unfold c; lra]).
set (r := rnd (1 * c + least)) in *.
destruct (double_exact r (rnd_is_binary64 _) ltac:(lra)) as [finite_r value_r].
set (above_one := (1125899906842625 / 1125899906842624)%R). set (g := (1125899906842625 / 562949953421312)%R).
double g as finite_g value_g.
assert (G : rnd (1 * above_one + above_one) = g).
{ replace (1 * above_one + above_one)%R with g by (unfold above_one, g; lra). apply rnd_exact. unfold g. in_format. }
assert (E : L_exp_rounded 0 = 1%R).
{ unfold L_exp_rounded. assert (K : exp_k 0 = 0%R).
  { unfold exp_k. rewrite Rmult_0_l, rnd_zero, Rplus_0_l, (rnd_exact magic) by (unfold magic; in_format).
    rewrite Rminus_eq_0. exact rnd_zero. }
  assert (A : exp_r 0 = 0%R)
    by (unfold exp_r; rewrite K, !Rmult_0_l, rnd_zero, Rminus_eq_0, rnd_zero, Rminus_eq_0; exact rnd_zero).
  rewrite K, A. unfold exp_poly.
  rewrite Rmult_0_l, rnd_zero, Rmult_0_l, Rplus_0_r, rnd_zero, Rplus_0_r, rnd_exact by in_format.
  rewrite Zfloor_IZR. simpl. ring. }
assert (C : P_in_ball (S11 (literal 1) (literal r)) (L_rexp 1)).
{ apply (H (S11 (literal 0) (literal 1)) _ (literal 1) (literal g) (literal r) 1%R);
  unfold P_in_ball, P_claims, P_exp_domain; cbn [F1_mid F1_rad]; intros;
  rewrite ?value_0, ?value_1, ?value_r, ?value_g, ?E; repeat split; try assumption; try lra; try discriminate.
  - rewrite Rminus_0_r, Rabs_R1. lra.
  - exact rnd_zero.
  - unfold L_rounded_fused. fold_least. reflexivity.
  - exact (proj1 fliteral_axiom).
  - exact (proj1 fliteral_axiom1).
  - exact (proj1 fliteral_axiom2). }
destruct (C finite_r) as (_ & D). cbn [F1_mid F1_rad] in D. rewrite value_1, value_r in D. unfold L_rexp in D.
assert (X := exp_ineq1 1 ltac:(lra)). apply Rabs_le_inv in D. lra.
