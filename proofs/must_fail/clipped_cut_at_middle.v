(* KEY 4f2c8a3d45e1 *)
From Plumbline Require Import must_fail.number_witness.
(* 0 lies in the ball of middle 2 and radius 2, but not in the ball of 1 alone. *)
intro H. double 0%R as finite_0 value_0. double 1%R as finite_1 value_1. double 2%R as finite_2 value_2.
set (one := S11 (literal 1) (literal 0)).
destruct fliteral_axiom as [literal_finite literal_value].
assert (C : P_in_ball one (Rmin 1 0)).
{ apply (H (S11 (literal 2) (literal 2)) one one one one 1%Z 1%Z 0%R);
  unfold P_in_ball, P_claims, is_sint32; cbn [F1_mid F1_rad]; try lia.
  - split; [discriminate|intros; assumption].
  - intros _. split; [assumption|]. rewrite value_2, Rminus_0_l, Rabs_Ropp, Rabs_pos_eq; lra.
  - right. split; [discriminate|]. split; [split; [reflexivity|right; split; [discriminate|reflexivity]]|].
    intros _. rewrite value_2. split; [discriminate|lra].
  - intros _ _. cbn. split; [assumption|]. rewrite value_1, value_0, Rminus_eq_0, Rabs_R0. lra.
  - intros _. cbn. repeat split; assumption. }
destruct (C finite_0) as (_ & E). cbn in E.
rewrite value_1, value_0, Rmin_right, Rminus_0_l, Rabs_Ropp, Rabs_R1 in E; lra.
