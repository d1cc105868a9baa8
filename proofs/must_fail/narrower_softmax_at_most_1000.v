(* KEY 0ca6b146fe93 *)
From Plumbline Require Import must_fail.engine_witness must_fail.one_key_witness.
(* a weight of 1, stored as 2001 *)
intro H. assert (UT : P_is_roundings none (only 5 2000)) by (apply only_are_roundings; lra).
assert (S : forall k, (0 <= k < 12)%Z -> 0 <= none k /\ 0 <= only 5 2000 k) by exact UT.
assert (W : P_weight_as_quotient none (only 5 2000) none 1 0 0 2001).
{ exists (each 1), (each 1), 0, 0, 1, 1. split; [apply shift_of_one, S; lia|].
  split; [apply sized_one; apply S; lia|]. split.
  - intros j J. replace j with 0%Z by lia. split; [apply key_of_one; [exact UT|reflexivity|reflexivity]|].
    apply rounded_kept; apply S; lia.
  - split; [exists 0%Z, 0%Z; split; [lia|]; split; [lia|];
      exact (one_term _ _ _ _ _ _ _ _ (partial_term _ _ _ (each 1) 0))|].
    split; [unfold each; lra|].
    split; [|rounds]. unfold each. replace (1 / 1) with 1 by field. apply (roundings_kept _ _ 4); apply S; lia. }
destruct (H _ _ none 1%Z 0%Z 0%Z 2001 ltac:(lia) ltac:(lia) ltac:(lia) UT W) as (_ & B). bounds. lra.
