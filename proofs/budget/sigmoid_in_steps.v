(* KEY 3e33f17017f9 *)
From Plumbline Require Import budget.step_by_step_math.
intros u t x argument power y A E Y.
assert (IN : forall k x y, P_rounded_in u t k x y -> engine.rounded_at u t k x y).
{ intros step from to H. apply (rounded_by_bound _ _ _ _ _ (u step * Rabs from + t step)); [|reflexivity].
  unfold P_rounded_in, P_rounded_by, P_near, L_rmul, L_el in H.
  replace (to + - (1) * from) with (to - from) in H by ring. eapply Rle_trans; [exact H|right; ring]. }
assert (FOUR : forall x y, P_rounded_four_times u t x y -> engine.roundings_at u t 4%Z 4 x y).
{ intros from to (mid & R). assert (R1 : P_rounded_twice u t from mid) by tauto.
  assert (R2 : P_rounded_twice u t mid to) by tauto. destruct R1 as (first & R1). destruct R2 as (third & R2).
  apply (four_times_at _ _ _ _ first mid third); apply IN; tauto. }
unfold P_exponential_computed, L_el in E. destruct E as (E0 & E).
replace (- (1) * argument) with (- argument) in E by ring.
assert (NEAR : rounded_sum.near_rounded (u 10%Z) (t 4%Z) (exp (- argument)) power).
{ unfold rounded_sum.near_rounded. rewrite (Rabs_pos_eq (exp _)) by (left; apply Exp_prop.exp_pos).
  replace (power - exp (- argument)) with (power + - (1) * exp (- argument)) by ring.
  eapply Rle_trans; [exact E|right; ring]. }
exists argument, power, (1 / (1 + power)). split; [apply FOUR, A|]. split; [exact E0|].
split; [|apply FOUR, Y].
left. split; [exact NEAR|reflexivity].
