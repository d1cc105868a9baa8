(* Argument reduction: exp_k is an integer and exp_r is close to x - k ln 2. *)
From Coq Require Import Reals ZArith Lia Lra.
From Flocq Require Import Core.
From Plumbline.number Require Import exp_interval exp_rounded exp_rounding.
Open Scope R_scope.

(* The scaled argument stays below 1022, and rounding it moves it by at most 2^-44. *)
Lemma exp_scaled_argument : forall x, Rabs x <= 708 ->
  Rabs (x * inverse_ln2) <= 1022 /\
  Rabs (rnd (x * inverse_ln2) - x * inverse_ln2) <= bpow radix2 (-44) /\
  Rabs (rnd (x * inverse_ln2)) <= 1022.
Proof.
  intros x H. apply Rabs_bounds in H.
  assert (A : Rabs (x * inverse_ln2) <= 102143 / 100).
  { apply Rabs_le. unfold inverse_ln2. lra. }
  assert (E : Rabs (rnd (x * inverse_ln2) - x * inverse_ln2) <= bpow radix2 (-44)).
  { apply (rnd_error 10); [lia|]. compute_bpow. lra. }
  split; [lra|]. split; [exact E|].
  apply Rabs_bounds in A. compute_bpow. apply Rabs_bounds in E. apply Rabs_le. lra.
Qed.

(* Adding and subtracting 1.5 * 2^52 rounds to the nearest integer. *)
Theorem exp_k_nearest : forall x, Rabs x <= 708 ->
  exists n : Z, exp_k x = IZR n /\ (-1021 <= n <= 1021)%Z /\
    Rabs (rnd (x * inverse_ln2) - exp_k x) <= / 2.
Proof.
  intros x H. destruct (exp_scaled_argument x H) as (_ & E & _).
  set (y := rnd (x * inverse_ln2)) in *.
  assert (Y : -102143 / 100 <= x * inverse_ln2 <= 102143 / 100).
  { apply Rabs_bounds in H. unfold inverse_ln2. lra. }
  compute_bpow. apply Rabs_bounds in E.
  assert (T : rnd (y + magic) = IZR (ZnearestE (y + magic))).
  { apply rnd_to_integer. unfold magic. compute_bpow. lra. }
  assert (N := Znearest_half (fun t => negb (Z.even t)) (y + magic)).
  set (m := ZnearestE (y + magic)) in *. clearbody m.
  assert (D : IZR m - magic = IZR (m - 6755399441055744)).
  { rewrite minus_IZR. reflexivity. }
  assert (D' : y + magic - IZR m = y - IZR (m - 6755399441055744)) by lra.
  rewrite D' in N. set (n := (m - 6755399441055744)%Z) in *. clearbody n.
  apply Rabs_bounds in N.
  assert (L : (-1022 < n)%Z) by (apply lt_IZR; lra).
  assert (U : (n < 1022)%Z) by (apply lt_IZR; lra).
  assert (K : exp_k x = IZR n).
  { unfold exp_k. fold y. rewrite T, D. apply rnd_exact. apply binary64_integer. lia. }
  exists n. split; [exact K|]. split; [lia|]. rewrite K. apply Rabs_le. lra.
Qed.

Theorem exp_k_int : forall x, Rabs x <= 708 ->
  exists n : Z, exp_k x = IZR n /\ (-1021 <= n <= 1021)%Z.
Proof.
  intros x H. destruct (exp_k_nearest x H) as (n & K & B & _). exists n. auto.
Qed.

Lemma inverse_ln2_error : Rabs (1 - inverse_ln2 * ln 2) <= bpow radix2 (-53).
Proof. unfold inverse_ln2. compute_bpow. interval with (i_prec 120). Qed.

Lemma ln2_split_error : Rabs (ln 2 - (ln2_high + ln2_low)) <= bpow radix2 (-102).
Proof. unfold ln2_high, ln2_low. compute_bpow. interval with (i_prec 160). Qed.

(* The exact reduced argument. *)
Lemma exp_reduced_bound : forall x, Rabs x <= 708 ->
  Rabs (x - exp_k x * ln 2) <= 34658 / 100000.
Proof.
  intros x H. destruct (exp_scaled_argument x H) as (_ & E & _).
  destruct (exp_k_nearest x H) as (n & K & B & N).
  set (y := rnd (x * inverse_ln2)) in *. set (k := exp_k x) in *. clearbody k y.
  compute_bpow. apply Rabs_bounds in E. apply Rabs_bounds in N. apply Rabs_bounds in H.
  assert (I := inverse_ln2_error). compute_bpow.
  set (d := x * inverse_ln2 - k).
  assert (D : Rabs d <= 500001 / 1000000) by (apply Rabs_le; unfold d; lra).
  replace (x - k * ln 2) with (x * (1 - inverse_ln2 * ln 2) + d * ln 2) by (unfold d; ring).
  set (i := 1 - inverse_ln2 * ln 2) in *. clearbody i d.
  apply Rabs_bounds in I. apply Rabs_bounds in D.
  interval with (i_prec 60).
Qed.

(* k * ln2_high has at most 52 significant bits. *)
Lemma exp_high_product : forall n : Z, (-1021 <= n <= 1021)%Z ->
  IZR n * ln2_high = IZR (n * 3048493539143) * bpow radix2 (-42) /\
  rnd (IZR n * ln2_high) = IZR n * ln2_high.
Proof.
  intros n B.
  assert (E : IZR n * ln2_high = IZR (n * 3048493539143) * bpow radix2 (-42)).
  { rewrite mult_IZR. unfold ln2_high. compute_bpow. field. }
  split; [exact E|]. apply rnd_exact. rewrite E. apply binary64_dyadic; lia.
Qed.

(* From 1/4 on, binary64 numbers are multiples of 2^-54. *)
Lemma binary64_multiple : forall x, binary64 x -> / 4 <= Rabs x ->
  exists m : Z, x = IZR m * bpow radix2 (-54).
Proof.
  intros x F H.
  assert (G : generic_format radix2 (FIX_exp (-54)) x).
  { apply (generic_inclusion_ge radix2 binary64_exponent (FIX_exp (-54)) (-2)).
    - intros e L. unfold FIX_exp, FLT_exp. lia.
    - exact H.
    - exact F. }
  apply FIX_format_generic in G. destruct G as [[m e] V W]. simpl in W. subst e.
  exists m. exact V.
Qed.

(* x - k ln2_high is exact: it is x itself when k = 0, and otherwise a small multiple of 2^-54. *)
Lemma exp_high_difference : forall x, binary64 x -> Rabs x <= 708 ->
  rnd (x - exp_k x * ln2_high) = x - exp_k x * ln2_high /\
  Rabs (x - exp_k x * ln2_high) <= 3466 / 10000.
Proof.
  intros x F H. destruct (exp_scaled_argument x H) as (_ & E & _).
  assert (R := exp_reduced_bound x H). assert (S := ln2_split_error).
  destruct (exp_k_nearest x H) as (n & K & B & N). rewrite K in *.
  assert (KB : -1021 <= IZR n <= 1021) by (split; apply IZR_le; lia).
  assert (D : Rabs (x - IZR n * ln2_high) <= 3466 / 10000).
  { replace (x - IZR n * ln2_high) with
      ((x - IZR n * ln 2) + IZR n * ((ln 2 - (ln2_high + ln2_low)) + ln2_low)) by ring.
    set (a := x - IZR n * ln 2) in *. set (b := ln 2 - (ln2_high + ln2_low)) in *.
    set (k := IZR n) in *. clearbody a b k. compute_bpow.
    apply Rabs_bounds in R. apply Rabs_bounds in S. unfold ln2_low. interval with (i_prec 60). }
  split; [|exact D]. destruct (Rle_or_lt (/ 4) (Rabs x)) as [Big|Small].
  - destruct (binary64_multiple x F Big) as (m & M).
    destruct (exp_high_product n B) as (P & _).
    assert (Q : x - IZR n * ln2_high =
                IZR (m - n * 3048493539143 * 4096) * bpow radix2 (-54)).
    { rewrite P, M, minus_IZR, (mult_IZR _ (4096)). compute_bpow. field. }
    rewrite Q in *. apply rnd_exact. apply binary64_dyadic; [|lia].
    apply le_IZR. rewrite abs_IZR.
    rewrite Rabs_mult, (Rabs_pos_eq (bpow _ _)) in D by apply bpow_ge_0.
    compute_bpow. compute_bpow. lra.
  - assert (Z : n = 0%Z).
    { apply Rabs_bounds in N. compute_bpow. apply Rabs_bounds in E.
      assert (X : - / 4 < x < / 4) by (apply Rabs_lt_inv; exact Small).
      assert (L : (-1 < n)%Z) by (apply lt_IZR; unfold inverse_ln2 in *; lra).
      assert (U : (n < 1)%Z) by (apply lt_IZR; unfold inverse_ln2 in *; lra).
      lia. }
    subst n. rewrite Rmult_0_l, Rminus_0_r. apply rnd_exact. exact F.
Qed.

(* The low product and the last difference are the only inexact steps of the reduction. *)
Theorem exp_reduction_error : forall x, rnd x = x -> Rabs x <= 708 ->
  Rabs (exp_k x * ln2_low) <= bpow radix2 (-34) /\
  Rabs (rnd (exp_k x * ln2_low)) <= bpow radix2 (-34) /\
  Rabs (exp_r x - (x - exp_k x * ln 2)) <= bpow radix2 (-55) + bpow radix2 (-80) /\
  Rabs (exp_r x) <= 3467 / 10000.
Proof.
  intros x F H. apply binary64_of_fixed in F.
  destruct (exp_high_difference x F H) as (HD & HB).
  assert (S := ln2_split_error). assert (RB := exp_reduced_bound x H).
  unfold exp_r. destruct (exp_k_int x H) as (n & K & B). rewrite K in *.
  destruct (exp_high_product n B) as (_ & HP). rewrite HP, HD.
  assert (KB : -1021 <= IZR n <= 1021) by (split; apply IZR_le; lia).
  assert (LB : Rabs (IZR n * ln2_low) <= bpow radix2 (-34)).
  { apply Rabs_le. unfold ln2_low. compute_bpow. lra. }
  assert (LR := rnd_bounded (-34) _ ltac:(lia) LB).
  assert (LE := rnd_error (-34) _ ltac:(lia) LB).
  set (l := rnd (IZR n * ln2_low)) in *.
  set (h := x - IZR n * ln2_high) in *.
  assert (DB : Rabs (h - l) <= bpow radix2 (-1)).
  { compute_bpow. apply Rabs_bounds in LR. apply Rabs_bounds in HB. apply Rabs_le. compute_bpow. lra. }
  assert (DE := rnd_error (-1) _ ltac:(lia) DB).
  assert (T : Rabs (rnd (h - l) - (x - IZR n * ln 2)) <= bpow radix2 (-55) + bpow radix2 (-80)).
  { replace (rnd (h - l) - (x - IZR n * ln 2)) with
      ((rnd (h - l) - (h - l)) - (l - IZR n * ln2_low)
        + IZR n * (ln 2 - (ln2_high + ln2_low))) by (unfold h; ring).
    set (a := rnd (h - l) - (h - l)) in *. set (b := l - IZR n * ln2_low) in *.
    set (c := ln 2 - (ln2_high + ln2_low)) in *. set (k := IZR n) in *.
    clearbody a b c k. compute_bpow.
    apply Rabs_bounds in DE. apply Rabs_bounds in LE. apply Rabs_bounds in S.
    compute_bpow. interval with (i_prec 160). }
  repeat (split; [assumption|]).
  compute_bpow. apply Rabs_bounds in T. apply Rabs_bounds in RB. apply Rabs_le. lra.
Qed.
