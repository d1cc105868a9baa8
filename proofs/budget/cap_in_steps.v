(* KEY f972ddc0904d *)
From Plumbline Require Import budget.step_by_step_math.
intros u t c x divisor factor quotient argument value stored product y V F D Y S A QU P.
rounding P_rounded_in u t IN.
rounding_twice P_rounded_twice IN u t TWICE.
exists divisor, factor, quotient, argument, value, stored, product, 2%Z, 2%Z, 1%Z, 1%Z, 1%Z.
split; [apply IN, D|]. split; [apply IN, F|]. split; [lia|]. split; [lia|]. split; [apply TWICE, QU|].
split; [apply roundings_one, IN, A|]. split; [|split; [apply roundings_one, IN, S|split;
  [apply TWICE, P|apply roundings_one, IN, Y]]].
unfold P_tanh_computed, L_el in V. replace (value - tanh.L_rtanh argument) with (value + - (1) * L_rtanh argument)
  by (unfold L_rtanh; ring). eapply Rle_trans; [exact V|right; ring].
