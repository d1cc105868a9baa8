(* base_math.v - powers of a base that was rounded. *)
From Coq Require Import Reals ZArith Lia Lra.
From Flocq Require Import Core.
Require Import BuiltIn.
From Plumbline.model Require Import sequence rounded_sum.
From Plumbline.compare Require Import rounded_sum_math exponent_math activation_math.
Open Scope R_scope.

(* one rounding, k roundings *)
Lemma rounding_exponent : forall u x y, 0 <= u < 1 -> near_rounded u 0 x y -> exists t, y = x * exp t /\
  Rabs t <= - ln (1 - u).
Proof.
  intros u x y U H. unfold near_rounded in H.
  assert (L0 : ln (1 - u) <= 0) by (rewrite <- ln_1; apply ln_monotone; lra).
  destruct (Req_dec x 0) as [E|E].
  { exists 0. rewrite E in *. rewrite Rabs_R0 in *. rewrite Rmult_0_l, Rminus_0_r in *. assert (A := Rabs_pos y).
    assert (Rabs y = 0) by lra. split; [|lra]. destruct (Req_dec y 0) as [Q|Q]; [exact Q|]. apply Rabs_no_R0 in Q.
    lra. }
  assert (D : Rabs (y / x - 1) <= u).
  { replace (y / x - 1) with ((y - x) / x) by (field; exact E). unfold Rdiv. rewrite Rabs_mult, Rabs_inv.
    assert (P : 0 < Rabs x) by (apply Rabs_pos_lt, E). apply Rmult_le_reg_r with (Rabs x); [exact P|].
    rewrite Rmult_assoc, Rinv_l by lra. lra. }
  apply Rabs_le_inv in D. exists (ln (y / x)). assert (Q : 0 < y / x) by lra. split.
  - rewrite exp_ln by exact Q. field. exact E.
  - apply Rabs_le. split.
    + rewrite Ropp_involutive. apply ln_monotone; lra.
    + assert (A := ln_monotone (y / x) (1 + u) Q ltac:(lra)).
      assert (B : ln ((1 + u) * (1 - u)) <= 0) by (rewrite <- ln_1; apply ln_monotone; [apply Rmult_lt_0_compat; lra|];
        assert (0 <= u * u) by (apply Rmult_le_pos; lra); lra).
      rewrite ln_mult in B by lra. lra.
Qed.

Lemma roundings_exponent : forall u t k x y, P_roundings u t k x y -> t = 0 -> 0 <= u -> IZR k * u < 1 ->
  (0 <= k)%Z /\ exists s, y = x * exp s /\ Rabs s <= - ln (1 - IZR k * u).
Proof.
  intros u t k x y H T U. induction H as [x|k x y z H IH N]; intro K.
  - split; [lia|]. exists 0. rewrite exp_0, Rabs_R0. replace (1 - 0 * u) with 1 by ring. rewrite ln_1.
    split; [ring|lra].
  - rewrite plus_IZR in K. assert (KU : IZR k * u < 1) by lra. destruct (IH KU) as (K0 & s & S & B). split; [lia|].
    apply IZR_le in K0. assert (K1 : 0 <= IZR k * u) by (apply Rmult_le_pos; assumption). rewrite T in N.
    destruct (rounding_exponent u y z ltac:(lra) N) as (r & R & C). exists (s + r). rewrite exp_plus, R, S.
    split; [ring|].
    eapply Rle_trans; [apply Rabs_triang|]. rewrite plus_IZR.
    assert (A := ln_monotone (1 - (IZR k + 1) * u) ((1 - IZR k * u) * (1 - u)) ltac:(lra)
      ltac:(assert (0 <= IZR k * u * u) by (apply Rmult_le_pos; assumption); lra)).
    rewrite ln_mult in A by lra. lra.
Qed.

(* - ln (1 - y) <= y / (1 - 2 y / 3) *)
Lemma log_rational : forall y, 0 <= y <= 1 / 4 -> - ln (1 - y) <= y / (1 - 2 * y / 3).
Proof.
  intros y Y. set (v := y / (1 - 2 * y / 3)).
  assert (V : 0 <= v <= 3 / 10).
  { unfold v. split; [apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]|].
    apply Rmult_le_reg_r with (1 - 2 * y / 3); [lra|]. unfold Rdiv at 1. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  assert (E : (1 + v / 4) * (1 + v / 4) * ((1 + v / 4) * (1 + v / 4)) <= exp v).
  { replace v with (v / 4 + v / 4 + (v / 4 + v / 4)) at 5 by field. rewrite !exp_plus. assert (A := exp_above (v / 4)).
    assert (B : (1 + v / 4) * (1 + v / 4) <= exp (v / 4) * exp (v / 4)) by (apply Rmult_le_compat; lra).
    assert (0 <= (1 + v / 4) * (1 + v / 4)) by (apply Rmult_le_pos; lra). apply Rmult_le_compat; assumption. }
  assert (v2 : 0 <= v * v) by (apply Rmult_le_pos; lra). assert (v3 : 0 <= v * v * v) by (apply Rmult_le_pos; lra).
  assert (v3' : v * v * v <= v * v * (3 / 10)) by (apply Rmult_le_compat_l; lra).
  assert (v4 : 0 <= v * v * v * v) by (apply Rmult_le_pos; lra).
  assert (F : 1 + v + 3 / 8 * (v * v) <= exp v) by lra.
  assert (G : (1 + v + 3 / 8 * (v * v)) * (1 - v / 3) <= exp v * (1 - v / 3)) by (apply Rmult_le_compat_r; lra).
  assert (H : 1 + 2 * v / 3 <= exp v * (1 - v / 3)) by lra.
  (* 1 - y = (1 - v/3) / (1 + 2 v/3) *)
  assert (W : 1 - y = (1 - v / 3) / (1 + 2 * v / 3)).
  { unfold v. field. repeat split; lra. }
  assert (X : exp (- v) <= 1 - y).
  { rewrite W, exp_Ropp. apply Rmult_le_reg_r with (exp v * (1 + 2 * v / 3));
      [apply Rmult_lt_0_compat; [apply exp_pos|lra]|].
    replace (/ exp v * (exp v * (1 + 2 * v / 3))) with (1 + 2 * v / 3) by (field; apply Rgt_not_eq, exp_pos).
    replace ((1 - v / 3) / (1 + 2 * v / 3) * (exp v * (1 + 2 * v / 3))) with (exp v * (1 - v / 3)) by (field; lra).
    exact H. }
  assert (Z := ln_monotone _ _ (exp_pos (- v)) X). rewrite ln_exp in Z. lra.
Qed.

(* A power of a base that was rounded k times feels a part x of them, if there are a other roundings, two thirds of k or
   more. *)
Lemma power_feels : forall theta tau x k a u y, 0 <= u -> 0 <= k -> 0 <= a -> 0 <= x <= 1 -> k * u <= 1 / 4 ->
  2 * k <= 3 * a -> (a + k * x) * u < 1 ->
  Rabs tau <= - ln (1 - k * u) -> Rabs (y - theta * exp (x * tau)) <= gamma a u * Rabs (theta * exp (x * tau)) ->
  Rabs (y - theta) <= gamma (a + k * x) u * Rabs theta.
Proof.
  intros theta tau x k a u y U K A X KU KA N T Y.
  assert (ku : 0 <= k * u) by (apply Rmult_le_pos; assumption).
  assert (au : 0 <= a * u) by (apply Rmult_le_pos; assumption).
  assert (kxu : 0 <= x * (k * u)) by (apply Rmult_le_pos; lra).
  assert (L := log_rational (k * u) (conj ku KU)).
  assert (B : k * u / (1 - 2 * (k * u) / 3) <= k * u / (1 - a * u)).
  { apply Rmult_le_compat_l; [exact ku|]. apply Rinv_le_contravar; [lra|].
    assert (2 * k * u <= 3 * a * u) by (apply Rmult_le_compat_r; assumption). lra. }
  set (v := k * u / (1 - a * u)) in *.
  assert (XT : Rabs (x * tau) <= x * v) by (rewrite Rabs_mult, (Rabs_pos_eq x) by lra; apply Rmult_le_compat_l; lra).
  assert (XV : x * v = x * (k * u) / (1 - a * u)) by (unfold v; field; lra).
  assert (XV1 : x * v < 1).
  { rewrite XV. apply Rmult_lt_reg_r with (1 - a * u); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  destruct (abs_exponent _ _ XT) as (M & _).
  assert (E : exp (x * v) <= (1 - a * u) / (1 - (a + k * x) * u)).
  { eapply Rle_trans; [apply exp_below, XV1|]. rewrite XV. right. field. split; lra. }
  assert (G1 := gamma_plus_one a u ltac:(lra)). assert (G2 := gamma_plus_one (a + k * x) u N).
  assert (G0 : 0 <= gamma a u) by (apply gamma_positive; lra).
  assert (S : Rabs (exp (x * tau)) <= exp (x * v)) by (rewrite Rabs_pos_eq by (left; apply exp_pos); apply exp_monotone;
    apply Rabs_le_inv in XT; lra).
  replace (y - theta) with ((y - theta * exp (x * tau)) + theta * (exp (x * tau) - 1)) by ring.
  eapply Rle_trans; [apply Rabs_triang|]. rewrite (Rabs_mult theta (exp (x * tau) - 1)).
  rewrite (Rabs_mult theta (exp (x * tau))) in Y.
  set (t := Rabs theta) in *. assert (T0 : 0 <= t) by apply Rabs_pos.
  assert (P1 : gamma a u * (t * Rabs (exp (x * tau))) <= gamma a u * (t * exp (x * v)))
    by (apply Rmult_le_compat_l; [exact G0|apply Rmult_le_compat_l; assumption]).
  assert (P2 : t * Rabs (exp (x * tau) - 1) <= t * (exp (x * v) - 1)) by (apply Rmult_le_compat_l; assumption).
  assert (Q : (1 + gamma a u) * exp (x * v) <= 1 + gamma (a + k * x) u).
  { rewrite G1, G2. apply Rle_trans with (/ (1 - a * u) * ((1 - a * u) / (1 - (a + k * x) * u))).
    - apply Rmult_le_compat_l; [left; apply Rinv_0_lt_compat; lra|exact E].
    - right. field. split; lra. }
  assert (P3 : t * ((1 + gamma a u) * exp (x * v)) <= t * (1 + gamma (a + k * x) u))
    by (apply Rmult_le_compat_l; assumption). lra.
Qed.
