(* KEY 426f99383240 *)
From Plumbline Require Import budget.step_by_step_math.
intros u t f z x F B G _ S.
rounding P_rounded_in u t IN.
storing P_quotient_stored IN u t STORED.
exists z, z, z. unfold P_factor_finishes, P_bias_finishes, P_gate_finishes.
repeat split; intros; try reflexivity; try tauto.
apply STORED, S.
