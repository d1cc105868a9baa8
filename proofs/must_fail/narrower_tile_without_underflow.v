(* KEY d62fbc5483dc *)
From Coq Require Import List Permutation.
From Plumbline Require Import must_fail.engine_witness.
(* a tile of 0, kept as 1 *)
intro H. assert (UT : P_is_roundings none (only 7 1)) by (apply only_are_roundings; lra).
assert (W : P_tiles_summed none (only 7 1) 0 1 (each 0) (each 0) 0 0 1 1).
{ apply (H none (only 7 1) (each 0) (each 0) (each 0) IZR 1%Z 0%Z 0%Z 1%Z); try lia; [reflexivity|exact UT|].
  intros i s I0 I1. assert (i = 0%Z) by lia. subst i. change (1 + 0)%Z with 1%Z. split.
  - exists 0. unfold s. split; rounds.
  - exists (each 0). split; [intros i e; unfold e, L_el, each; split; intro; [ring|reflexivity]|].
    exists 0%Z, 0%Z. split; [lia|]. split; [lia|]. exists nil. split; [apply Permutation_refl|].
    split; [intros term []|apply partial_none]. }
destruct W as (place & tile & multiplied & depth & all & _ & T & _ & _ & S).
assert (M : forall b, (0 <= b <= 1)%Z -> multiplied b = 0).
{ intros b B. destruct (T b B) as ((d & k & _ & _ & P) & [(N & _)|(_ & E)]); [contradiction N; reflexivity|].
  rewrite E. apply sum_off in P; [|values; lra]. unfold sum_below in P. simpl in P. off. lra. }
replace (L_compound _ _) with 0 in S by (unfold L_compound; values; ring).
apply sum_off in S; [|values; lra]. unfold sum_below in S. simpl in S. rewrite !M in S by lia. off. lra.
