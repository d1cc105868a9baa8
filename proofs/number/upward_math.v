(* upward_math.v - bounds that err on the safe side: what rounding to nearest and widening give. *)
From Coq Require Import Reals ZArith Lra Psatz.
From Flocq Require Import Core Relative.
From Plumbline.number Require Import exp_rounded exp_rounding.
Open Scope R_scope.

Definition u : R := / 9007199254740992.           (* 2^-53 *)
Definition h : R := bpow radix2 (-1074).
Definition least : R := bpow radix2 (-1000).

Lemma least_h : h * 16777216 * 16777216 * 16777216 <= least.
Proof.
  unfold h, least. replace (-1000)%Z with (-1074 + 74)%Z by reflexivity. rewrite bpow_plus.
  assert (P := bpow_gt_0 radix2 (-1074)). assert (E : bpow radix2 74 = 18889465931478580854784) by (simpl; lra).
  rewrite E. nra.
Qed.

Lemma h_positive : 0 < h.
Proof. apply bpow_gt_0. Qed.

Lemma least_small : least <= / 1073741824.
Proof.
  unfold least. change (/ 1073741824) with (bpow radix2 (-30)). apply bpow_le. discriminate.
Qed.

Lemma rnd_near : forall x, Rabs (rnd x - x) <= u * Rabs x + h.
Proof.
  intro x. destruct (Req_dec x 0) as [Z|N].
  - subst x. unfold rnd. rewrite round_0 by auto with typeclass_instances. rewrite Rminus_0_r, Rabs_R0.
    assert (P := h_positive). lra.
  - destruct (error_N_FLT radix2 (-1074) 53 (eq_refl) (fun z => negb (Z.even z)) x) as (eps & eta & E & F & G & H).
    unfold rnd. rewrite H. replace (x * (1 + eps) + eta - x) with (x * eps + eta) by ring.
    eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_mult.
    assert (A : Rabs eps <= u).
    { eapply Rle_trans; [exact E|]. unfold u. simpl. lra. }
    assert (B : Rabs eta <= h).
    { eapply Rle_trans; [exact F|]. assert (P := h_positive). unfold h in *. lra. }
    assert (C := Rabs_pos x). rewrite (Rmult_comm u).
    apply Rplus_le_compat; [apply Rmult_le_compat_l|]; assumption.
Qed.

Lemma rnd_nonnegative : forall x, 0 <= x -> 0 <= rnd x.
Proof.
  intros x H. unfold rnd. rewrite <- (round_0 radix2 (FLT_exp (-1074) 53) ZnearestE).
  apply round_le; auto with typeclass_instances.
Qed.

Lemma rnd_zero : rnd 0 = 0.
Proof. unfold rnd. apply round_0. auto with typeclass_instances. Qed.

Lemma rnd_monotone : forall x y, x <= y -> rnd x <= rnd y.
Proof. intros. apply round_le; auto with typeclass_instances. Qed.

Lemma rnd_low : forall x, 0 <= x -> x * (1 - u) - h <= rnd x.
Proof.
  intros x H. assert (E := rnd_near x). rewrite (Rabs_pos_eq x) in E by exact H.
  apply Rabs_le_inv in E. lra.
Qed.

Lemma rnd_high : forall x, 0 <= x -> rnd x <= x * (1 + u) + h.
Proof.
  intros x H. assert (E := rnd_near x). rewrite (Rabs_pos_eq x) in E by exact H.
  apply Rabs_le_inv in E. lra.
Qed.

Lemma least_literal : 1 / IZR (2 ^ 1000) = least.
Proof. unfold least, Rdiv. rewrite Rmult_1_l. reflexivity. Qed.

Definition above : R := 1125899906842625 / 1125899906842624.   (* 1 + 2^-50 *)
Definition below : R := 1125899906842623 / 1125899906842624.   (* 1 - 2^-50 *)
Definition upward (x : R) : R := rnd (rnd (x * above) + least).
Definition downward (x : R) : R := rnd (rnd (x * below) - least).

Lemma up_nonnegative : forall x, 0 <= x -> 0 <= upward x.
Proof.
  intros x H. apply rnd_nonnegative. assert (0 <= rnd (x * above)).
  { apply rnd_nonnegative. unfold above. lra. }
  assert (P := bpow_gt_0 radix2 (-1000)). unfold least. lra.
Qed.

Lemma up_strong : forall x, 0 <= x -> x * (1 + 4 * u) + least / 2 <= upward (rnd x).
Proof.
  intros x H. unfold upward. set (y := rnd x).
  assert (Y0 : 0 <= y) by (apply rnd_nonnegative; exact H).
  assert (Y := rnd_low x H). fold y in Y.
  assert (A0 : 0 <= y * above) by (unfold above; lra).
  assert (P := rnd_low _ A0). assert (P0 := rnd_nonnegative _ A0). set (p := rnd (y * above)) in *.
  assert (L := least_h). assert (L0 := h_positive).
  assert (S0 : 0 <= p + least) by lra.
  assert (S := rnd_low _ S0). set (s := rnd (p + least)) in *.
  unfold u, above in *. clearbody s p y. clear A0. generalize dependent least. generalize dependent h. intros. lra.
Qed.

Lemma up_bounds : forall x, 0 <= x -> x <= upward (rnd x).
Proof.
  intros x H. assert (A := up_strong x H). assert (P := bpow_gt_0 radix2 (-1000)).
  unfold least, u in *. lra.
Qed.

(* One widening for at most five roundings of non-negative numbers below it: (1 - u)^5 >= 1 - 5 u, and 2^20 h for what
   they lose among the subnormal numbers. *)
Lemma five_roundings : forall x y, 0 <= x -> 0 <= y -> x * (1 - 5 * u) - 1048576 * h <= y -> x <= upward y.
Proof.
  intros x y X Y B. unfold upward.
  assert (A0 : 0 <= y * above) by (unfold above; lra).
  assert (P := rnd_low _ A0). assert (P0 := rnd_nonnegative _ A0). set (p := rnd (y * above)) in *.
  assert (L := least_h). assert (L0 := h_positive).
  assert (S0 : 0 <= p + least) by lra.
  assert (S := rnd_low _ S0). set (s := rnd (p + least)) in *.
  unfold u, above in *. clearbody s p. clear A0. generalize dependent least. generalize dependent h. intros. lra.
Qed.

Lemma down_bounds : forall x, 0 < downward (rnd x) -> downward (rnd x) <= x.
Proof.
  intros x D. unfold downward in *. set (y := rnd x) in *.
  assert (L := least_h). assert (L0 := h_positive).
  assert (A1 : 0 < rnd (y * below) - least).
  { destruct (Rlt_or_le 0 (rnd (y * below) - least)) as [G|G]; [exact G|exfalso].
    apply rnd_monotone in G. rewrite rnd_zero in G. lra. }
  assert (A2 : 0 < y * below).
  { destruct (Rlt_or_le 0 (y * below)) as [G|G]; [exact G|exfalso].
    apply rnd_monotone in G. rewrite rnd_zero in G. lra. }
  assert (A3 : 0 < x).
  { destruct (Rlt_or_le 0 x) as [G|G]; [exact G|exfalso].
    apply rnd_monotone in G. rewrite rnd_zero in G.
    fold y in G. unfold below in A2. lra. }
  assert (Y := rnd_high x (Rlt_le _ _ A3)). fold y in Y.
  assert (P := rnd_high _ (Rlt_le _ _ A2)). set (p := rnd (y * below)) in *.
  assert (S := rnd_high _ (Rlt_le _ _ A1)). set (s := rnd (p - least)) in *.
  clearbody s p y. unfold u, below in *. generalize dependent least. generalize dependent h.
  intros. lra.
Qed.

(* radius of one rounding, from the rounded number *)
Definition one_rounding (m : R) : R := upward (rnd (Rabs m * u)).

Lemma one_rounding_bounds : forall x, Rabs (rnd x - x) <= one_rounding (rnd x).
Proof.
  intro x. unfold one_rounding. set (m := rnd x).
  assert (E := rnd_near x). fold m in E.
  assert (M0 := Rabs_pos m).
  assert (T : Rabs x <= Rabs m + Rabs (m - x)).
  { replace x with (m + - (m - x)) at 1 by ring. eapply Rle_trans; [apply Rabs_triang|].
    rewrite Rabs_Ropp. lra. }
  assert (A0 : 0 <= Rabs m * u) by (unfold u; lra).
  assert (U := up_strong _ A0). assert (L := least_h). assert (L0 := h_positive).
  set (e := Rabs (m - x)) in *. set (r := upward (rnd (Rabs m * u))) in *.
  clearbody e r. unfold u in *. generalize dependent least. generalize dependent h.
  intros. lra.
Qed.

Lemma one_rounding_nonnegative : forall m, 0 <= one_rounding m.
Proof.
  intro m. apply up_nonnegative, rnd_nonnegative. assert (P := Rabs_pos m). unfold u. lra.
Qed.
