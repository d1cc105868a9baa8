(* KEY 8d7fbefdef5c *)
From Plumbline Require Import budget.step_by_step_math.
intros u t c factor value stored product last y V F Y L S P.
rounding P_rounded_in u t IN.
rounding_four_times P_rounded_four_times P_rounded_twice IN u t FOUR.
exists factor, value, stored, product, 4%Z, 1%Z, 2%Z. repeat split; try lia.
- apply IN, F.
- unfold L_el in V. replace (value - -1) with (1 + value) by ring. eapply Rle_trans; [exact V|right; ring].
- apply roundings_one, IN, S.
- apply FOUR, P.
- apply (twice_at _ _ _ _ last); apply IN; assumption.
