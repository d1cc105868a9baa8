(* KEY 5e90a3a50be4 *)
From Plumbline Require Import compare.sums_math.
intros x z p k a b sx sk d D SK SX Z X. unfold P_near, L_product_moved_by, L_dots in *.
replace (_ + - (1) * _) with (sequence.sum_below (fun c => x c * z c - p c * k c) d) by (rewrite sum_minus; ring).
rewrite <- sum_plus. apply sum_absolute. intros c C. destruct C as (C0 & C1).
specialize (SK c C0 C1). specialize (SX c C0 C1). specialize (Z c C0 C1).
specialize (X c C0 C1). unfold P_near, L_el in *.
replace (x c * z c - p c * k c) with (x c * (z c + - (1) * k c) + (x c + - (1) * p c) * k c) by ring.
eapply Rle_trans; [apply Rabs_triang|]. rewrite !Rabs_mult, Rplus_comm.
apply Rplus_le_compat; apply Rmult_le_compat; try apply Rabs_pos; assumption.
