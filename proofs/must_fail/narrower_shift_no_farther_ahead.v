(* KEY c65647680e4e *)
From Plumbline Require Import must_fail.engine_witness.
(* a score of 0, a shift of 3 log 2 + 1 *)
intro H. assert (L := ln_lt_2).
destruct (H none (only 9 1) none 1%Z 0%Z 0%Z 0 (3 * ln 2 + 1) ltac:(lia) ltac:(lia) ltac:(lia) ltac:(values; lra) ltac:(values; lra)
  (only_are_roundings _ _ _ _ (Rle_refl 0) ltac:(lra))) as (((i & I & A) & _) & R).
{ split; [exists 0%Z; repeat split; lia|intros; unfold L_el; values; lra]. }
unfold P_in_reach, ahead, behind in *. values. destruct (i =? 0)%Z; lra.
