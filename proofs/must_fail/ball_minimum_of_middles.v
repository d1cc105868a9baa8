(* KEY 66062a4d3800 *)
From Plumbline Require Import must_fail.number_witness.
(* -1 lies in the ball of middle 0 and radius 1, but its minimum with 0 not in that of middle 0 and radius 0. *)
intro H. double 0%R as finite_0 value_0. double 1%R as finite_1 value_1.
assert (C : P_in_ball (S11 (literal 0) (literal 0)) (Rmin (-1) 0)).
{ apply (H (S11 (literal 0) (literal 0)) (S11 (literal 0) (literal 1)) (literal 0) _ 1%Z 1%Z 0%Z);
  unfold P_in_ball, P_claims, is_sint32; cbn [F1_mid F1_rad]; try lia.
  - split; [discriminate|intros; assumption].
  - intros _. split; [assumption|]. rewrite value_0, value_1, Rminus_0_r, Rabs_left; lra.
  - intros _. split; [assumption|]. rewrite value_0, Rminus_0_r, Rabs_R0. lra.
  - right. split; [discriminate|]. split; [split; [discriminate|intros; assumption]|].
    right. split; [discriminate|]. split.
    + split; [split; [left; split; reflexivity|intros; assumption]|]. intros _ _. rewrite value_0.
      split; [lra|]. intro N. contradiction N. reflexivity.
    + intros _. repeat split; assumption. }
destruct (C finite_0) as (_ & E). cbn [F1_mid F1_rad] in E. rewrite value_0, Rmin_left, Rminus_0_r, Rabs_left in E; lra.
