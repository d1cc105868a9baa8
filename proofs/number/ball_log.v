(* KEY 605db169260f *)
From Plumbline.number Require Import exp_rounded upward_math ball_math log_math finite.
open_goal.
match goal with U : _ /\ _ \/ _ |- _ =>
  destruct U as [(_ & U)|(least_finite & power_known & [(_ & U)|(power_finite & cases)])]; [apply U|apply U|] end.
destruct cases as [[(_ & U)|(positive & [(_ & U)|(power_positive & known & difference)] & power_less)] less];
  [apply U|apply U|].
specialize (power_less (proj1 fliteral_axiom)). specialize (less (proj1 fliteral_axiom)).
apply (proj2 power_less) in power_positive. apply (proj2 less) in positive.
apply (proj2 power_known) in power_finite.
match goal with E : ieee_float.Float64.t'isFinite ?f <-> ?i <> 0%Z, N : ?i <>
  0%Z |- _ => assert (end_finite := proj2 E N) end.
destruct known as (((((((((smaller_less & smaller) & _) & _) & size) & _) & _) & made) & quotient) & sum).
change (P_in_ball ?s ?x) with (P_claims (F1_mid s) (F1_rad s) x). intro finite_radius.
specialize (made finite_radius).
destruct made as ((((mid_is & rad_is) & rad_finite) & y_finite) & mid_finite).
match goal with P : ieee_float.Float64.t'isFinite ?y -> P_in_ball _ (ieee_float.Float64.t'real ?y), E : forall r,
  P_in_ball _ r -> P_in_ball _ (L_rexp r) |- _ =>
  specialize (P y_finite); assert (power := E _ P) end.
match goal with B : P_in_ball ?a ?x, C : forall x, _ <> 0%Z -> _ -> P_in_ball ?a x -> _, D : forall x, _ ->
  ieee_float.Float64.t'isFinite _ -> P_in_ball _ x -> _ |- _ =>
  assert (x_above := C x least_finite positive B); assert (power_above := D _ power_positive power_finite power);
  assert (error := difference x _ power B) end.
match goal with Q : ieee_float.Float64.t'isFinite ?l -> _ -> _ /\ _ |- _ =>
  assert (chosen : ieee_float.Float64.t'isFinite l /\ (0 < ieee_float.Float64.t'real l)%R /\
    (ieee_float.Float64.t'real l <= r)%R /\ (ieee_float.Float64.t'real l <=
      L_rexp (ieee_float.Float64.t'real f3))%R) end.
{ destruct smaller as [(U & is)|(U & is)]; subst f6; repeat split; try assumption; try lra.
  - destruct (Rlt_or_le (ieee_float.Float64.t'real f1) (ieee_float.Float64.t'real f2)) as [G|G]; [|lra].
    apply (proj1 smaller_less) in G. contradiction.
  - apply (proj2 smaller_less) in U. lra. }
destruct chosen as (chosen_finite & chosen_positive & chosen_x & chosen_power).
specialize (quotient chosen_finite rad_finite). destruct quotient as ((_ & radius) & sum_finite).
specialize (sum sum_finite). destruct sum as ((sum_is & size_finite) & error_finite).
specialize (size size_finite). destruct size as (size_is & _).
unfold P_in_ball, P_claims in error. specialize (error error_finite). destruct error as (_ & error).
split; [assumption|].
assert (up_is : forall x, L_upward x = upward x) by (intro; unfold L_upward, L_rounded_sum, L_rounded_product, upward,
  above; fold_least; reflexivity).
rewrite mid_is, rad_is, <- radius, <- sum_is, <- size_is.
unfold L_quotient_up, L_sum_up. rewrite !up_is. unfold L_rounded_sum, L_rounded_quotient, L_rlog, L_rexp in *.
apply logarithm_near; try assumption.
match goal with |- context [ (?x - ?e - _)%R ] => replace (x - e)%R with (x + - (1) * e)%R by ring end. exact error.
