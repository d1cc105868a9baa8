(* KEY 447ae7368d16 *)
From Plumbline Require Import must_fail.engine_witness must_fail.softmax_witness.
(* 1/e, stored as 0 *)
intro H. set (k := exp (- (1))). assert (K : 0 < k < 1).
{ split; [apply Exp_prop.exp_pos|]. rewrite <- exp_0. apply exp_increasing. lra. }
assert (UT : P_is_roundings none (only 5 1)) by (apply only_are_roundings; lra). set (q := 0).
assert (W : P_online_softmax none (only 5 1) step_down (only 1 1) 2 0 (L_rdiv q (1 + q))).
{ apply (H none (only 5 1) step_down (only 1 1) (listed 1 (k) 0) (listed 1 q 0) (only 1 1)
      (listed 0 q 0) (listed 0 0 q) (listed 0 1 (1 + q)) 2%Z 0); try exact UT; try lia.
  - change (1 + q <> 0). unfold q in *. lra.
  - unfold P_bears_keys, L_rmul, L_el. change real_of_int with IZR. values. simpl. repeat split; lra.
  - split; [intros i I0 I1; unfold L_el, step_down; destruct (i =? 1)%Z; lra|].
    exists 0%Z. repeat split; lia.
  - split; [split; reflexivity|]. intros i x e r I0 I1. unfold x, e, r, L_el.
    assert (I : i = 0%Z \/ i = 1%Z) by lia. destruct I; subst i; unfold listed; simpl;
      repeat split; unfold q in *; rounds.
  - intros i r e I0 I1. unfold r, e. assert (I : i = 0%Z \/ i = 1%Z) by lia. destruct I; subst i.
    + unfold listed, step_down, L_el. simpl. split; [split; [split; [lra|rounds]|rounds]|].
      exists 0, 0, 0, 0, 0. repeat split; try (exists 0; split; [exists 0|exists 0]; split; rounds);
        try (exists 0; split; rounds); try rounds; [lra|rewrite exp_0; rounds].
    + unfold listed, step_down, L_el. simpl. split; [split; [split; [lra|rounds]|unfold q in *; rounds]|].
      exists (- (1)), 0, (- (1)), (- (1)), (- (1)). repeat split;
        try (exists (- (1)); split; [exists (- (1))|exists (- (1))]; split; rounds);
        try (exists (- (1)); split; rounds); try rounds;
        [unfold q in *; lra|fold k; rewrite ?exp_0; unfold q in *; rounds]. }
assert (E : L_rdiv q (1 + q) * (1 + q) = q) by (unfold L_rdiv; field; unfold q in *; lra).
assert (D : L_rdiv q (1 + q) = 0) by (unfold q in *; lra). rewrite D in W. clear D E.
destruct W as [(m & c & p & st & su & w & size & high & num & den & SH & _ & K2 & (dn & an & _ & _ & N) & _ & NZ & X)|
  (p & st & su & w & size & high & den & dn & an & SH & _ & K2 & _ & NZ & _ & _ & N)].
- destruct (K2 0%Z ltac:(lia)) as (_ & _ & _ & W0). destruct (K2 1%Z ltac:(lia)) as (K1 & S1 & _ & W1).
  apply key_is_near in K1; [|reflexivity|lia|exact SH].
  destruct K1 as (C1 & a & b & x & s & off & _ & _ & _ & _ & _ & _ & Y).
  apply sum_kept in N; [|split; reflexivity|apply Rle_refl]. unfold sum_below in N. simpl in N.
  assert (P := Exp_prop.exp_pos (s + off)). off. rewrite C1, <- S1 in N. replace (w 0%Z) with 0 in N by lra.
  replace (w 1%Z) with 1 in N by lra. assert (Z : num = 0); [|lra].
  replace num with (num / den * den) by (field; exact NZ). rewrite <- X. ring.
- destruct (K2 0%Z ltac:(lia)) as (_ & _ & _ & W0). destruct (K2 1%Z ltac:(lia)) as (K1 & _ & (q1 & Q1 & S1) & W1).
  apply key_is_near in K1; [|reflexivity|lia|exact SH].
  destruct K1 as (_ & a & b & x & s & off & _ & _ & _ & _ & _ & _ & Y).
  apply sum_kept in N; [|split; reflexivity|apply Rle_refl]. unfold sum_below in N. simpl in N.
  assert (P := Exp_prop.exp_pos (s + off)). off. rewrite <- S1 in N. replace (w 0%Z) with 0 in N by lra.
  replace (w 1%Z) with 1 in N by lra. assert (Z : p 1%Z / den = 0) by lra.
  assert (Z1 : p 1%Z = 0); [|lra]. replace (p 1%Z) with (p 1%Z / den * den) by (field; exact NZ). rewrite Z. ring.
