(* KEY 75013ab8d623 *)
From Coq Require Import List Permutation.
From Plumbline Require Import must_fail.engine_witness must_fail.one_key_witness compare.rounded_sum_math.
(* 8 roundings of 1/1000 each, and a division: 1.001^9 / 0.999^8 *)
intro H. set (u := only 6 (/ 1000)). set (a := 1001 / 1000). set (b := 999 / 1000). set (y := a ^ 9 / b ^ 8).
assert (UT : P_is_roundings u none) by (apply only_are_roundings; lra).
assert (S : forall k, (0 <= k < 12)%Z -> 0 <= u k /\ 0 <= none k) by exact UT.
assert (A : Rabs (a - 1) <= / 1000) by (unfold a; rewrite Rabs_pos_eq; lra).
assert (B : Rabs (b - 1) <= / 1000) by (unfold b; rewrite Rabs_left; lra).
assert (A8 : a ^ 8 <= 1008029 / 1000000) by (unfold a; lra). assert (A1 : 1 <= a ^ 8) by (unfold a; lra).
assert (B8 : 0 < b ^ 8) by (unfold b; lra).
assert (Y : 1017 / 1000 < y).
{ apply Rmult_lt_reg_r with (b ^ 8); [exact B8|]. unfold y, Rdiv at 2. rewrite Rmult_assoc, Rinv_l by lra.
  unfold a, b. lra. }
assert (W : P_normalised_in_blocks u none none (each 1) 1 0 y).
{ exists (each 0), (each 1), (each 1), (each 1), (each 1), (each 1), 0, 0, ((0%Z, 1) :: nil), 9%Z, 9%Z, 0%Z, (b ^ 8).
  split; [apply shift_of_one, S; lia|]. split; [apply sized_one; apply S; lia|]. split.
  { intros j J. replace j with 0%Z by lia. split; [apply key_of_one; [exact UT|reflexivity|reflexivity]|].
    repeat split; apply rounded_kept; apply S; lia. }
  split; [apply Permutation_refl|]. split; [intros term [E|[]]; subst term; reflexivity|].
  split; [lia|]. split; [lia|]. split; [lia|].
  assert (P := term_grown (/ 1000) (u RESCALING) (fun j => each 1 j * each 1 j) a 8 A).
  assert (Q := term_grown (/ 1000) (u RESCALING) (each 1) b 8 B).
  cbv beta in P. unfold each at 3 4 in P. unfold each at 2 in Q. rewrite !Rmult_1_l in P. rewrite Rmult_1_l in Q.
  apply (blocks_first _ _ _ _ _ _ _ _ _ _ _ P Q); [lra|]. unfold near_rounded.
  assert (V : 0 < a ^ 8 / b ^ 8) by (apply Rdiv_lt_0_compat; lra).
  replace (y - a ^ 8 / b ^ 8) with (/ 1000 * (a ^ 8 / b ^ 8)).
  - change (u 6%Z) with (/ 1000). rewrite Rabs_mult, (Rabs_pos_eq (/ 1000)) by lra. lra.
  - unfold y. replace (a ^ 9) with (a ^ 8 + / 1000 * a ^ 8) by (unfold a; lra). unfold Rdiv. ring. }
assert (G : forall d k, (d <= Z.of_nat k)%Z -> L_growth (/ 1000) d <= a ^ k).
{ intros d k D. eapply Rle_trans; [apply (growth_monotone (/ 1000) d (Z.of_nat k) ltac:(lra) D)|]. unfold L_growth, a.
  rewrite Nat2Z.id. replace (1 + / 1000) with (1001 / 1000) by lra. lra. }
assert (P0 : forall s n r high size m c q, key_computed u none s n r high size 0 m c q -> 0 <= q).
{ intros s n r high size m c q [(_ & _ & (e & f & g & h & i & _ & _ & _ & _ & _ & P & _))|(_ & _ & P & _)]; exact P. }
assert (E : forall x z, near_rounded 0 0 x z -> z = x) by (intros x z N; unfold near_rounded in N; bounds; lra).
destruct (H u none none (each 1) 1%Z 0%Z y ltac:(lia) ltac:(lia) UT W) as
  [(m & c & p & stored & summands & w & size & high & num & den & _ & _ & K & (dn & an & DN & _ & N) &
    (dd & ad & DD & _ & D) & NZ & X)|
   (p & stored & summands & w & size & high & den & dn & an & _ & _ & K & (dd & ad & DD & _ & D) & NZ & DN & _ & N)].
- destruct (K 0%Z ltac:(lia)) as (KC & S0 & SU & W0). apply P0 in KC. apply E in S0. apply E in SU. apply E in W0.
  apply rescaled_sum_within in N; [destruct N as (N & _ & _ & _ & N0)|apply S; lia|apply S; lia|apply S; lia].
  apply rescaled_sum_within in D; [destruct D as (D & _ & _ & _ & D0)|apply S; lia|apply S; lia|apply S; lia].
  unfold sum_below in N, D, N0, D0. simpl in N, D, N0, D0. rewrite W0, S0 in N, N0. rewrite SU in D, D0.
  assert (GN := G dn 8%nat ltac:(lia)). assert (GD := G dd 8%nat ltac:(lia)).
  unfold u, none, only, each in N, D. simpl in N, D.
  rewrite Rmult_1_r, (Rabs_pos_eq (p 0%Z)) in N by exact KC. rewrite (Rabs_pos_eq (p 0%Z)) in D, D0 by exact KC.
  set (q := c 0%Z * p 0%Z) in *. set (gn := L_growth (/ 1000) dn) in *. set (gd := L_growth (/ 1000) dd) in *.
  bounds. assert (num <= a ^ 8 * q) by nra. assert ((2 - a ^ 8) * q <= den) by nra.
  assert (T : y * den = num) by (rewrite X; field; exact NZ). clearbody y q gn gd. nra.
- destruct (K 0%Z ltac:(lia)) as (KC & SU & (q & Q & S0) & W0).
  apply P0 in KC. apply E in S0. apply E in SU. apply E in W0.
  apply rescaled_sum_within in N; [destruct N as (N & _)|apply S; lia|apply S; lia|lra].
  apply rescaled_sum_within in D; [destruct D as (D & _)|apply S; lia|apply S; lia|apply S; lia].
  apply roundings_grow in Q; [destruct Q as (_ & Q)|apply S; lia|apply S; lia].
  unfold sum_below in N, D. simpl in N, D. rewrite W0, S0 in N. rewrite SU in D.
  assert (GN := G dn 4%nat ltac:(lia)). assert (GD := G dd 8%nat ltac:(lia)). assert (GQ := G 4%Z 4%nat ltac:(lia)).
  unfold near_rounded in Q. unfold u, none, only, each in N, D, Q. simpl in N, D, Q.
  rewrite !Rmult_1_l, (Rabs_pos_eq (p 0%Z)) in D by exact KC. set (v := p 0%Z / den) in *.
  set (gn := L_growth (/ 1000) dn) in *. set (gd := L_growth (/ 1000) dd) in *. set (gq := L_growth (/ 1000) 4) in *.
  bounds. assert (T : v * den = p 0%Z) by (unfold v; field; exact NZ). assert (L : (2 - a ^ 8) * p 0%Z <= den) by nra.
  assert (V0 : 0 <= v) by (unfold v; apply Rmult_le_pos; [exact KC|left; apply Rinv_0_lt_compat; nra]).
  rewrite (Rabs_pos_eq v) in Q by exact V0. assert (A4 : 1 <= a ^ 4 <= 1005 / 1000) by (unfold a; lra).
  assert (Q0 : 0 <= (2 - gq) * v) by (apply Rmult_le_pos; lra).
  assert (Q1 : gq * v <= a ^ 4 * v) by (apply Rmult_le_compat_r; lra).
  assert (R : y <= gn * q) by (rewrite !Rmult_1_r in N; rewrite (Rabs_pos_eq q) in N by lra; lra).
  assert (R1 : gn * q <= a ^ 4 * q) by (apply Rmult_le_compat_r; lra).
  assert (R2 : a ^ 4 * q <= a ^ 4 * (a ^ 4 * v)) by (apply Rmult_le_compat_l; lra).
  replace (a ^ 4 * (a ^ 4 * v)) with (a ^ 8 * v) in R2 by ring. clearbody y v. nra.
