(* KEY 3643c08f651b *)
From Plumbline Require Import budget.step_by_step_math.
intros u t f z first factor second bias third power gate x F B G _ Z1 GP SP TH X SE FA BI.
rounding P_rounded_in u t IN.
storing P_quotient_stored IN u t STORED.
exists (first * factor), (second + bias), (third * gate).
unfold P_factor_finishes, P_bias_finishes, P_gate_finishes, P_factor_multiplied, P_bias_added, P_gate_multiplied.
repeat split; intros; try tauto.
- apply STORED, X.
- exists first, factor. repeat split; [apply STORED, Z1|exact FA].
- exists second. replace (second + bias + - (1) * second) with bias by ring. split; [apply STORED, SE|exact BI].
- exists third, power, gate. repeat split; [apply STORED, TH|exact SP|exact GP].
