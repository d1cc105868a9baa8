(* KEY be93b59a2f79 *)
From Plumbline Require Import must_fail.number_witness.
(* 1 + 2^-60, fused into the sum of nothing, is rounded to 1: without a rounding counted, it would be exact. *)
intro H. set (t := (1 / 1152921504606846976)%R).
specialize (H 0%Z 0%Z 0 0 0 (1 + t) 1 summed_nothing)%R. cbv zeta in H. destruct H as (_ & _ & _ & E).
unfold L_rounded_fused in E. rewrite !Rplus_0_l, Rplus_0_r, Rmult_1_r, grown_0, one_absorbs in E by (unfold t; lra).
apply Rabs_le_inv in E. unfold t in E. lra.
