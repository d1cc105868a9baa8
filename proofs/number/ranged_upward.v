(* KEY 1c103302853b *)
From Plumbline.number Require Import exp_rounded upward_math finite tight_math.
intros x X. unfold L_upward. unfold L_rounded_sum, L_rounded_product. fold_least. split.
- apply in_range, ranged_moved; [exact X|lra|]. rewrite Rabs_pos_eq; [lra|apply bpow_ge_0].
- apply in_range, ranged_times; [exact X|lra].
