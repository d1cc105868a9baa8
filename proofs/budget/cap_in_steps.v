(* KEY f972ddc0904d *)
From Plumbline Require Import budget.step_by_step_math.
intros u t c x divisor factor quotient argument value stored product y V F D Y S A QU P.
assert (IN : forall k x y, P_rounded_in u t k x y -> engine.rounded_at u t k x y).
{ intros step from to H. apply (rounded_by_bound _ _ _ _ _ (u step * Rabs from + t step)); [|reflexivity].
  unfold P_rounded_in, P_rounded_by, P_near, L_rmul, L_el in H.
  replace (to + - (1) * from) with (to - from) in H by ring. eapply Rle_trans; [exact H|right; ring]. }
assert (TWICE : forall x y, P_rounded_twice u t x y -> engine.roundings_at u t 4%Z 2 x y).
{ intros from to (mid & T & M). apply (twice_at _ _ _ _ mid); apply IN; assumption. }
exists divisor, factor, quotient, argument, value, stored, product, 2%Z, 2%Z, 1%Z, 1%Z, 1%Z.
split; [apply IN, D|]. split; [apply IN, F|]. split; [lia|]. split; [lia|]. split; [apply TWICE, QU|].
split; [apply roundings_one, IN, A|]. split; [|split; [apply roundings_one, IN, S|split;
  [apply TWICE, P|apply roundings_one, IN, Y]]].
unfold P_tanh_computed, L_el in V. replace (value - tanh.L_rtanh argument) with (value + - (1) * L_rtanh argument)
  by (unfold L_rtanh; ring). eapply Rle_trans; [exact V|right; ring].
