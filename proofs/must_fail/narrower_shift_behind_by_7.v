(* KEY 83bc323410b4 *)
From Plumbline Require Import must_fail.engine_witness.
(* a shift of 0 that 8 log 2 does not raise *)
intro H. set (s := fun i : Z => if (i =? 0)%Z then 0 else 8 * ln 2).
assert (UT : P_is_roundings none none) by (apply only_are_roundings; lra).
destruct (H none none s 2%Z 1%Z 0%Z ltac:(lia) ltac:(lia) ltac:(lia) UT) as ((_ & R) & _).
assert (L := ln_lt_2). assert (Z : L_lagging_shift s (8 * ln 2) (1 + 1) = 0).
{ unfold L_lagging_shift. simpl. unfold s. simpl. destruct (Rlt_dec (0 + 8 * ln 2) (8 * ln 2)); [lra|reflexivity]. }
rewrite Z in R. unfold P_in_reach, behind, s in R. values. lra.
