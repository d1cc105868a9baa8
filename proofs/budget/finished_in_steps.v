(* KEY 3643c08f651b *)
From Plumbline Require Import budget.step_by_step_math.
intros u t f z first factor second bias third power gate x F B G _ Z1 GP SP TH X SE FA BI.
assert (IN : forall k x y, P_rounded_in u t k x y -> engine.rounded_at u t k x y).
{ intros step from to H. apply (rounded_by_bound _ _ _ _ _ (u step * Rabs from + t step)); [|reflexivity].
  unfold P_rounded_in, P_rounded_by, P_near, L_rmul, L_el in H.
  replace (to + - (1) * from) with (to - from) in H by ring. eapply Rle_trans; [exact H|right; ring]. }
assert (STORED : forall x y, P_quotient_stored u t x y -> engine.P_stored_as u t x y).
{ intros from to (a & b & c & quotient & output & R). exists quotient, output.
  split; [apply (four_times_at _ _ _ _ a b c); apply IN; tauto|split; apply IN; tauto]. }
exists (first * factor), (second + bias), (third * gate).
unfold P_factor_finishes, P_bias_finishes, P_gate_finishes, P_factor_multiplied, P_bias_added, P_gate_multiplied.
repeat split; intros; try tauto.
- apply STORED, X.
- exists first, factor. repeat split; [apply STORED, Z1|exact FA].
- exists second. replace (second + bias + - (1) * second) with bias by ring. split; [apply STORED, SE|exact BI].
- exists third, power, gate. repeat split; [apply STORED, TH|exact SP|exact GP].
