(* KEY c65647680e4e *)
From Plumbline Require Import must_fail.engine_witness.
(* a score of 0, a shift of -8 log 2 - 1 *)
intro H. assert (L := ln_lt_2). assert (UT : P_is_roundings none (only 10 1)) by (apply only_are_roundings; lra).
assert (M : P_is_maximum none 1 0).
{ split; [intros j J0 J1; unfold L_el, none, only; destruct (j =? 0)%Z; lra|exists 0%Z; repeat split; lia]. }
destruct (H none (only 10 1) none 1%Z 0%Z 0%Z 0 (- (8 * ln 2 + 1)) ltac:(lia) ltac:(lia) ltac:(lia) ltac:(values; lra)
  ltac:(values; lra) UT M) as (((i & I & A) & _) & R).
unfold P_in_reach, ahead, behind in *. assert (i = 0%Z) by lia. subst i. values. lra.
