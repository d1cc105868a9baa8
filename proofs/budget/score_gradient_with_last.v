(* KEY a6736b01db4f *)
From Plumbline Require Import compare.rounded_sum_math budget.step_by_step_math budget.gradient_sum_math.
From Plumbline Require Import budget.backward_in_steps_math.
intros u t p g d l e c x UT C X E.
assert (U : 0 <= u 3%Z /\ 0 <= u 4%Z /\ 0 <= t 3%Z /\ 0 <= t 4%Z) by (repeat split; apply UT; lia).
assert (TINY : L_elementwise_tiny u t = t 4%Z * (1 + u 3%Z) + t 3%Z) by (unfold L_elementwise_tiny, L_rmul, L_el; ring).
assert (UNIT : L_elementwise_unit u = L_compound (u 4%Z) (u 3%Z)) by reflexivity.
assert (E0 : 0 <= L_elementwise_unit u) by (rewrite UNIT; apply compound_positive; tauto).
assert (T0 : 0 <= L_elementwise_tiny u t)
  by (rewrite TINY; apply Rplus_le_le_0_compat; [apply Rmult_le_pos; lra|tauto]).
assert (EL : forall h y, P_element_computed u t h y ->
  near_rounded (L_elementwise_unit u) (L_elementwise_tiny u t) h y).
{ intros h y (k & Y & B). rewrite UNIT, TINY. apply (compound_rounded _ _ _ _ h k y (proj1 U)).
  - unfold near_rounded. unfold L_el in B. from B.
  - unfold near_rounded. unfold L_el in Y. from Y. }
set (ou := L_elementwise_unit u) in *. set (ot := L_elementwise_tiny u t) in *.
assert (A1 : near_rounded ou ot (g - d) e) by (replace (g - d) with (g + - (1) * d) by ring; apply EL, E).
assert (A2 : near_rounded ou ot (e + l) c) by (replace (e + l) with (l + e) by ring; apply EL, C).
assert (W := weighed_of_difference _ _ p _ _ _ _ E0 T0 (difference_and_rest _ _ _ _ _ _ _ E0 T0 A1 A2)).
exists p, (p * c). split; [split|split; [reflexivity|intros N; contradiction N; reflexivity]].
- destruct X as (z & Y & B). exists z. split; unfold P_rounded_in, P_rounded_by, P_near, L_rmul; [from Y|from B].
- unfold P_difference_weighed, P_near, L_difference_off, L_difference_tiny, L_joint, L_rmul. cbv zeta. fold ou ot.
  unfold weighed, sizes, L_compound in W. from W.
