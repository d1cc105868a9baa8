(* KEY 12290599f363 *)
From Plumbline Require Import must_fail.number_witness.
(* 1 and 2^-60 are exact, their rounded sum is not. *)
intro H. set (t := (1 / 1152921504606846976)%R).
destruct (H 0%Z 0%Z 0%Z 0%Z _ _ _ _ _ _ (summed_exact t) (summed_exact 1)) as (_ & _ & _ & E).
unfold L_rounded_sum in E. rewrite one_absorbs in E by (unfold t; lra).
change (Z.max 0 0) with 0%Z in E. change (0 + 0)%Z with 0%Z in E. rewrite grown_0 in E.
apply Rabs_le_inv in E. unfold t in E. lra.
