(* KEY 8d7fbefdef5c *)
From Plumbline Require Import budget.step_by_step_math.
intros u t c factor value stored product last y V F Y L S P.
assert (IN : forall k x y, P_rounded_in u t k x y -> engine.rounded_at u t k x y).
{ intros step from to H. apply (rounded_by_bound _ _ _ _ _ (u step * Rabs from + t step)); [|reflexivity].
  unfold P_rounded_in, P_rounded_by, P_near, L_rmul, L_el in H.
  replace (to + - (1) * from) with (to - from) in H by ring. eapply Rle_trans; [exact H|right; ring]. }
assert (FOUR : forall x y, P_rounded_four_times u t x y -> engine.roundings_at u t 4%Z 4 x y).
{ intros from to (mid & R). assert (R1 : P_rounded_twice u t from mid) by tauto.
  assert (R2 : P_rounded_twice u t mid to) by tauto. destruct R1 as (first & R1). destruct R2 as (third & R2).
  apply (four_times_at _ _ _ _ first mid third); apply IN; tauto. }
exists factor, value, stored, product, 4%Z, 1%Z, 2%Z. repeat split; try lia.
- apply IN, F.
- unfold L_el in V. replace (value - -1) with (1 + value) by ring. eapply Rle_trans; [exact V|right; ring].
- apply roundings_one, IN, S.
- apply FOUR, P.
- apply (twice_at _ _ _ _ last); apply IN; assumption.
