(* KEY 19f750e68f5d *)
From Plumbline Require Import budget.step_by_step_math.
intros u t x y S.
assert (IN : forall k x y, P_rounded_in u t k x y -> engine.rounded_at u t k x y).
{ intros step from to H. apply (rounded_by_bound _ _ _ _ _ (u step * Rabs from + t step)); [|reflexivity].
  unfold P_rounded_in, P_rounded_by, P_near, L_rmul, L_el in H.
  replace (to + - (1) * from) with (to - from) in H by ring. eapply Rle_trans; [exact H|right; ring]. }
assert (STORED : forall x y, P_quotient_stored u t x y -> engine.P_stored_as u t x y).
{ intros from to (a & b & c & quotient & output & R). exists quotient, output.
  split; [apply (four_times_at _ _ _ _ a b c); apply IN; tauto|split; apply IN; tauto]. }
apply STORED, S.
