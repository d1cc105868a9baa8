(* KEY 447ae7368d16 *)
From Plumbline Require Import must_fail.engine_witness must_fail.softmax_witness.
(* a value of 0, taken as 1 *)
intro H. set (k := exp (- (1))). assert (K : 0 < k < 1).
{ split; [apply Exp_prop.exp_pos|]. rewrite <- exp_0. apply exp_increasing. lra. }
assert (UT : P_is_roundings none (only 1 1)) by (apply only_are_roundings; lra). set (q := k).
assert (W : P_online_softmax none (only 1 1) step_down (each 0) 2 0 (L_rdiv q (1 + q))).
{ apply (H none (only 1 1) step_down (each 0) (listed 1 (k) 0) (listed 1 q 0) (only 1 1)
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
destruct W as [(m & c & p & st & su & w & size & high & num & den & _ & _ & K2 & (dn & an & _ & _ & N) & _ & NZ & X)|
  (p & st & su & w & size & high & den & dn & an & _ & _ & K2 & _ & NZ & _ & _ & N)];
  destruct (K2 0%Z ltac:(lia)) as (_ & K0); destruct (K2 1%Z ltac:(lia)) as (_ & K1);
  assert (W0 : w 0%Z = 0) by tauto; assert (W1 : w 1%Z = 0) by tauto;
  apply sum_kept in N; try (split; reflexivity); try apply Rle_refl; unfold sum_below in N; simpl in N;
  rewrite W0, W1 in N.
- assert (Z : num = 0) by lra. rewrite X, Z in E. unfold Rdiv in E. unfold q in E. lra.
- assert (Z : L_rdiv q (1 + q) = 0) by lra. rewrite Z in E. unfold q in E. lra.
