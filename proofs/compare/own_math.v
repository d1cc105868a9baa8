(* own_math.v - upper bounds that are themselves computed, a little too small. *)
From Coq Require Import Reals ZArith Lia Lra.
From Flocq Require Import Core.
Require Import BuiltIn.
From Plumbline.model Require Import sequence rounded_sum.
From Plumbline.compare Require Import rounded_sum_math sums_math exponent_math.
Open Scope R_scope.

(* y is at least all of x but a part e *)
Definition nearly (e x y : R) : Prop := 0 <= x /\ (1 - e) * x <= y.

Lemma sum_nearly : forall u e (x y one : A_seq) n d all factors s, 0 <= u -> 0 <= e <= 1 -> IZR d * u <= 1 / 2 ->
  (forall j, key n j -> one j = 1 /\ nearly e (x j) (y j)) -> P_rescaled_sum u 0 0 y one n d all factors s ->
  nearly (e + 2 * IZR d * u) (sum_below x n) s.
Proof.
  intros u e x y one n d all factors s U E D X H.
  destruct (rescaled_sum_within _ _ _ _ _ _ _ _ _ _ U (Rle_refl 0) (Rle_refl 0) H) as (W & D0 & K & R & _).
  assert (Y0 : forall j, key n j -> 0 <= y j).
  { intros j J. destruct (X j J) as (_ & A & B). assert (0 <= (1 - e) * x j) by (apply Rmult_le_pos; lra). lra. }
  rewrite (sum_same n (fun j => one j * y j) y) in W by (intros j J; rewrite (proj1 (X j J)); ring).
  rewrite (sum_same n (fun j => one j * Rabs (y j)) y) in W by (intros j J; rewrite (proj1 (X j J)),
    (Rabs_pos_eq (y j)) by (apply Y0, J); ring).
  assert (S0 : 0 <= sum_below x n) by (apply sum_positive; intros j J; apply (X j J)).
  assert (SY : (1 - e) * sum_below x n <= sum_below y n) by (rewrite <- sum_factor; apply sum_monotone; intros j J;
    apply (X j J)).
  assert (I := IZR_le _ _ D0). assert (IU : 0 <= IZR d * u) by (apply Rmult_le_pos; assumption).
  assert (G : L_growth u d - 1 <= 2 * IZR d * u).
  { assert (A := growth_gamma u d U D0 ltac:(lra)). assert (B : gamma (IZR d) u <= 2 * (IZR d * u)).
    { unfold L_gamma_of. apply Rmult_le_reg_r with (1 - IZR d * u); [lra|]. unfold Rdiv.
      rewrite Rmult_assoc, Rinv_l by lra.
      assert (IZR d * u * (IZR d * u) <= IZR d * u * (1 / 2)) by (apply Rmult_le_compat_l; lra). lra. }
    lra. }
  set (q := 2 * IZR d * u) in *. assert (Q0 : 0 <= q <= 1) by (unfold q; lra).
  replace (IZR all * 0 * L_growth 0 factors * L_growth u d) with 0 in W by ring.
  assert (SY0 : 0 <= sum_below y n) by (apply sum_positive; exact Y0).
  apply Rabs_le_inv in W. split; [exact S0|].
  assert (A1 : (L_growth u d - 1) * sum_below y n <= q * sum_below y n) by (apply Rmult_le_compat_r; lra).
  assert (A2 : (1 - q) * ((1 - e) * sum_below x n) <= (1 - q) * sum_below y n) by (apply Rmult_le_compat_l; lra).
  assert (A3 : 0 <= q * e * sum_below x n) by (apply Rmult_le_pos; [apply Rmult_le_pos; lra|exact S0]). lra.
Qed.

Lemma product_nearly : forall a b u x v y w z, 0 <= a -> 0 <= b <= 1 -> 0 <= u <= 1 -> nearly a x y -> nearly b v w ->
  (1 - u) * (y * w) <= z -> 0 <= y -> nearly (a + b + u) (x * v) z.
Proof.
  intros a b u x v y w z A B U (X & Y) (V & W) Z Y0. assert (XV : 0 <= x * v) by (apply Rmult_le_pos; assumption).
  split; [exact XV|].
  assert (W0 : 0 <= (1 - b) * v) by (apply Rmult_le_pos; lra).
  assert (A1 : y * ((1 - b) * v) <= y * w) by (apply Rmult_le_compat_l; assumption).
  assert (A2 : (1 - a) * x * ((1 - b) * v) <= y * ((1 - b) * v)) by (apply Rmult_le_compat_r; assumption).
  assert (A3 : (1 - u) * ((1 - a) * x * ((1 - b) * v)) <= (1 - u) * (y * w)) by (apply Rmult_le_compat_l; lra).
  assert (P : (1 - (a + b + u)) <= (1 - u) * ((1 - a) * (1 - b)) \/ 1 < a).
  { destruct (Rle_lt_dec a 1) as [L|L]; [left|right; exact L]. assert (0 <= a * b) by (apply Rmult_le_pos; lra).
    assert (0 <= u * (a + b - a * b)) by (apply Rmult_le_pos; [lra|]; assert (a * b <=
      a * 1) by (apply Rmult_le_compat_l; lra); lra). lra. }
  destruct P as [P|P].
  - assert ((1 - (a + b + u)) * (x * v) <= (1 - u) * ((1 - a) * (1 - b)) * (x * v))
      by (apply Rmult_le_compat_r; assumption). lra.
  - assert ((1 - (a + b + u)) * (x * v) <= 0 * (x * v)) by (apply Rmult_le_compat_r; lra).
    assert (0 <= (1 - u) * (y * w)) by (apply Rmult_le_pos; [lra|]; apply Rmult_le_pos; lra). lra.
Qed.

(* e^l - 1 of an exponent that is a part too small, and is exp a part too small itself *)
Lemma growth_nearly : forall e f l m z, 0 <= e <= 1 -> 0 <= f <= 1 -> nearly e l m -> (1 - f) * (exp m - 1) <= z ->
  nearly ((1 + l) * e + f) (exp l - 1) z.
Proof.
  intros e f l m z E F (L & M) Z. assert (G := exp_above l). split; [lra|].
  assert (LE : 0 <= l * e) by (apply Rmult_le_pos; lra).
  (* e^l - e^{l - l e} <= l e e^l <= (1 + l) e (e^l - 1) *)
  assert (A : exp l * (1 - l * e) <= exp m).
  { apply Rle_trans with (exp ((1 - e) * l)); [|apply exp_monotone, M].
    replace ((1 - e) * l) with (l + - (l * e)) by ring. rewrite exp_plus.
    apply Rmult_le_compat_l; [left; apply exp_pos|]. assert (B := exp_above (- (l * e))). lra. }
  assert (B : l * exp l <= (1 + l) * (exp l - 1)) by lra.
  assert (C : e * (l * exp l) <= e * ((1 + l) * (exp l - 1))) by (apply Rmult_le_compat_l; lra).
  assert (D : (1 - (1 + l) * e) * (exp l - 1) <= exp m - 1) by lra.
  assert (H : (1 - f) * ((1 - (1 + l) * e) * (exp l - 1)) <= (1 - f) * (exp m - 1)) by (apply Rmult_le_compat_l; lra).
  assert (0 <= f * ((1 + l) * e) * (exp l - 1)).
  { apply Rmult_le_pos; [|lra]. apply Rmult_le_pos; [lra|]. apply Rmult_le_pos; lra. } lra.
Qed.

Lemma own_rounding_covers : forall e numerator denominator n d q, 0 <= e <= 3 / 16777216 -> nearly e numerator n ->
  Rabs (d - denominator) <= e ->
  1 / 4 <= d -> (1 - 1 / 1073741824) * (n / d) <= q -> 0 < denominator /\
    numerator / denominator <= (1 + 1 / 1048576) * q.
Proof.
  intros e N D n d q E (N0 & NN) DD D4 Q. apply Rabs_le_inv in DD. assert (D0 : 0 < D) by lra. split; [exact D0|].
  assert (ID : 0 < / d) by (apply Rinv_0_lt_compat; lra).
  (* D >= (1 - 4 e) d *)
  assert (A : (1 - 4 * e) * d <= D) by (assert (e * 1 <= e * (4 * d)) by (apply Rmult_le_compat_l; lra); lra).
  apply Rmult_le_reg_r with D; [exact D0|]. unfold Rdiv at 1. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
  set (c := (1 + 1 / 1048576) * (1 - 1 / 1073741824)).
  assert (n0 : 0 <= n) by (assert (0 <= (1 - e) * N) by (apply Rmult_le_pos; lra); lra).
  assert (P0 : 0 <= n / d) by (unfold Rdiv; apply Rmult_le_pos; lra).
  assert (B : c * (n / d) <= (1 + 1 / 1048576) * q) by (unfold c; lra).
  assert (B' : c * (n / d) * ((1 - 4 * e) * d) <= (1 + 1 / 1048576) * q * D).
  { apply Rmult_le_compat; try assumption; [unfold c; apply Rmult_le_pos; lra|]. apply Rmult_le_pos; lra. }
  replace (c * (n / d) * ((1 - 4 * e) * d)) with (c * (1 - 4 * e) * n) in B' by (field; lra).
  assert (C : (1 - e) * N * (c * (1 - 4 * e)) <= n * (c * (1 - 4 * e)))
    by (apply Rmult_le_compat_r; [unfold c; apply Rmult_le_pos; lra|exact NN]).
  assert (one : 1 <= (1 - e) * (c * (1 - 4 * e))).
  { assert (1 - 5 * e <= (1 - e) * (1 - 4 * e)) by (assert (0 <= e * e) by (apply Rmult_le_pos; lra); lra).
    assert (c * (1 - 5 * e) <= c * ((1 - e) * (1 - 4 * e))) by (apply Rmult_le_compat_l; [unfold c; lra|assumption]).
    assert (c * (1 - 5 * (3 / 16777216)) <= c * (1 - 5 * e)) by (apply Rmult_le_compat_l; [unfold c; lra|lra]).
    unfold c in *. lra. }
  assert (1 * N <= (1 - e) * (c * (1 - 4 * e)) * N) by (apply Rmult_le_compat_r; assumption). lra.
Qed.
