(* angle_math.v - an angle by its distance from the nearest quarter turn. *)
From Coq Require Import Reals ZArith Lia Lra.
From Flocq Require Import Core.
From Plumbline.model Require Import turns angle.
From Plumbline.number Require Import exp_interval.
Open Scope R_scope.

Lemma sine_whole : forall x k, sin (x + 2 * IZR k * PI) = sin x.
Proof.
  intros x [|p|p].
  - f_equal. ring.
  - rewrite <- (sin_period x (Pos.to_nat p)). rewrite INR_IZR_INZ, positive_nat_Z. reflexivity.
  - rewrite <- (sin_period (x + 2 * IZR (Z.neg p) * PI) (Pos.to_nat p)). rewrite INR_IZR_INZ, positive_nat_Z.
    f_equal. change (Z.neg p) with (- Z.pos p)%Z. rewrite opp_IZR. ring.
Qed.

Lemma cosine_whole : forall x k, cos (x + 2 * IZR k * PI) = cos x.
Proof.
  intros x k. rewrite !cos_sin. replace (PI / 2 + (x + 2 * IZR k * PI)) with (PI / 2 + x + 2 * IZR k * PI) by ring.
  apply sine_whole.
Qed.

Lemma turn_beyond_quarter : forall t e,
  L_turn_sine t = sin (2 * PI * beyond_quarter t e + IZR (quarter e) * (PI / 2)) /\
  L_turn_cosine t = cos (2 * PI * beyond_quarter t e + IZR (quarter e) * (PI / 2)).
Proof.
  intros t e. unfold L_turn_sine, L_turn_cosine, beyond_quarter.
  set (k := ZnearestE (t - IZR (quarter e) / 4)). set (q := IZR (quarter e)).
  rewrite <- (sine_whole (2 * PI * (t - q / 4 - IZR k) + q * (PI / 2)) k).
  rewrite <- (cosine_whole (2 * PI * (t - q / 4 - IZR k) + q * (PI / 2)) k).
  replace (2 * PI * (t - q / 4 - IZR k) + q * (PI / 2) + 2 * IZR k * PI) with (2 * PI * t) by field.
  split; reflexivity.
Qed.

Lemma rising_angle : forall t e, Z.even e = true -> 2 * PI * beyond_quarter t e = L_eighth_distance t e * L_unit_angle.
Proof. intros t e E. unfold L_eighth_distance, L_unit_angle. rewrite E. field. Qed.
Lemma falling_angle : forall t e, Z.even e = false -> 2 * PI * beyond_quarter t e =
  - (L_eighth_distance t e * L_unit_angle).
Proof. intros t e E. unfold L_eighth_distance, L_unit_angle. rewrite E. field. Qed.

(* sines and cosines of quarter turns *)
Lemma quarter_values :
  sin (0 * (PI / 2)) = 0 /\ cos (0 * (PI / 2)) = 1 /\ sin (1 * (PI / 2)) = 1 /\ cos (1 * (PI / 2)) = 0 /\
  sin (2 * (PI / 2)) = 0 /\ cos (2 * (PI / 2)) = -1 /\ sin (3 * (PI / 2)) = -1 /\ cos (3 * (PI / 2)) = 0 /\
  sin (4 * (PI / 2)) = 0 /\ cos (4 * (PI / 2)) = 1.
Proof.
  replace (0 * (PI / 2)) with 0 by ring. replace (1 * (PI / 2)) with (PI / 2) by ring.
  replace (2 * (PI / 2)) with PI by field. replace (4 * (PI / 2)) with (2 * PI) by field.
  repeat split; auto using sin_0, cos_0, sin_PI2, cos_PI2, sin_PI, cos_PI, sin_3PI2, cos_3PI2, sin_2PI, cos_2PI.
Qed.

Definition angle_in (t : R) (e : Z) : R := L_eighth_distance t e * L_unit_angle.

(* The sum of the angle and its quarter turn, by the addition theorems. *)
Ltac in_eighth e :=
  let S := fresh in let C := fresh in
  match goal with t : R |- _ => destruct (turn_beyond_quarter t e) as (S & C); rewrite S, C end;
  first [ rewrite rising_angle by reflexivity | rewrite falling_angle by reflexivity ];
  match goal with |- context [ IZR (quarter ?e) ] => let q := eval vm_compute in (quarter e) in
    change (quarter e) with q end;
  rewrite sin_plus, cos_plus, ?sin_neg, ?cos_neg;
  destruct quarter_values as (s0 & c0 & s1 & c1 & s2 & c2 & s3 & c3 & s4 & c4);
  rewrite ?s0, ?c0, ?s1, ?c1, ?s2, ?c2, ?s3, ?c3, ?s4, ?c4; unfold angle_in; split; ring.

Lemma turn_in_0 : forall t, L_turn_sine t = sin (angle_in t 0) /\ L_turn_cosine t = cos (angle_in t 0).
Proof. intro t. in_eighth 0%Z. Qed.
Lemma turn_in_1 : forall t, L_turn_sine t = cos (angle_in t 1) /\ L_turn_cosine t = sin (angle_in t 1).
Proof. intro t. in_eighth 1%Z. Qed.
Lemma turn_in_2 : forall t, L_turn_sine t = cos (angle_in t 2) /\ L_turn_cosine t = - sin (angle_in t 2).
Proof. intro t. in_eighth 2%Z. Qed.
Lemma turn_in_3 : forall t, L_turn_sine t = sin (angle_in t 3) /\ L_turn_cosine t = - cos (angle_in t 3).
Proof. intro t. in_eighth 3%Z. Qed.
Lemma turn_in_4 : forall t, L_turn_sine t = - sin (angle_in t 4) /\ L_turn_cosine t = - cos (angle_in t 4).
Proof. intro t. in_eighth 4%Z. Qed.
Lemma turn_in_5 : forall t, L_turn_sine t = - cos (angle_in t 5) /\ L_turn_cosine t = - sin (angle_in t 5).
Proof. intro t. in_eighth 5%Z. Qed.
Lemma turn_in_6 : forall t, L_turn_sine t = - cos (angle_in t 6) /\ L_turn_cosine t = sin (angle_in t 6).
Proof. intro t. in_eighth 6%Z. Qed.
Lemma turn_in_7 : forall t, L_turn_sine t = - sin (angle_in t 7) /\ L_turn_cosine t = cos (angle_in t 7).
Proof. intro t. in_eighth 7%Z. Qed.

(* the eight cases, for scripts *)
Ltac by_eighth t := destruct (turn_in_0 t), (turn_in_1 t), (turn_in_2 t), (turn_in_3 t), (turn_in_4 t), (turn_in_5 t),
  (turn_in_6 t), (turn_in_7 t).

Lemma unit_angle_error : Rabs (L_unit_angle - 884279719003555 / 10141204801825835211973625643008) <=
  9 / 2596148429267413814265248164610048.
Proof. unfold L_unit_angle. interval with (i_prec 120). Qed.

(* The whole turns of the product are those that the distance leaves out. *)
Lemma distance_error : forall t u p n e m, P_turns_near t u -> P_turn_multiple p u n -> P_turn_eighth p e m ->
  (0 <= n <= 2 ^ 53)%Z -> Rabs (L_eighth_distance (t * IZR n) e - IZR m) <= 65537 / 65536.
Proof.
  intros t u p n e m U (w & M) (mB & E) N. fold (quarter e) in E.
  unfold P_turns_near in U. apply Rabs_le_inv in U.
  set (d := t * IZR (2 ^ 128) - IZR u) in *.
  set (signed := if Z.even e then m else (- m)%Z) in *.
  set (rest := (p - (quarter e * 2 ^ 126 + signed * 2 ^ 72))%Z) in *.
  assert (sB : (- 2 ^ 53 <= signed <= 2 ^ 53)%Z) by (unfold signed; destruct (Z.even e); lia).
  assert (A : t * IZR n - IZR (quarter e) / 4 - IZR w =
    (IZR signed * IZR (2 ^ 72) + IZR rest + d * IZR n) / IZR (2 ^ 128)).
  { assert (P : IZR (u * n) = IZR (rest + (quarter e * 2 ^ 126 + signed * 2 ^ 72) + w * 2 ^ 128)).
    { rewrite M. f_equal. unfold rest. ring. }
    rewrite !plus_IZR, !mult_IZR in P. unfold d.
    replace (IZR (2 ^ 126)) with (IZR (2 ^ 128) / 4) in P by (simpl; lra).
    assert (Z0 : IZR (2 ^ 128) <> 0) by (apply IZR_neq; discriminate).
    replace ((t * IZR (2 ^ 128) - IZR u) * IZR n) with (t * IZR n * IZR (2 ^ 128) - IZR u * IZR n) by ring.
    rewrite P. field. exact Z0. }
  assert (nB : 0 <= IZR n <= IZR (2 ^ 53)) by (split; apply IZR_le; lia).
  assert (sR : - IZR (2 ^ 53) <= IZR signed <= IZR (2 ^ 53)) by (rewrite <- opp_IZR; split; apply IZR_le; lia).
  assert (rB : 0 <= IZR rest <= IZR (2 ^ 72)) by (split; apply IZR_le; lia).
  assert (dB : Rabs (d * IZR n) <= 2 * IZR (2 ^ 53)).
  { rewrite Rabs_mult. apply Rmult_le_compat; try apply Rabs_pos; [apply Rabs_le|rewrite Rabs_pos_eq]; lra. }
  apply Rabs_le_inv in dB.
  assert (K : ZnearestE (t * IZR n - IZR (quarter e) / 4) = w).
  { apply Znearest_imp. rewrite A. change (IZR (2 ^ 72)) with 4722366482869645213696 in *.
    change (IZR (2 ^ 128)) with 340282366920938463463374607431768211456 in *.
    change (IZR (2 ^ 53)) with 9007199254740992 in *. apply Rabs_lt. lra. }
  assert (B : (if Z.even e then beyond_quarter (t * IZR n) e else - beyond_quarter (t * IZR n) e) * 72057594037927936 -
    IZR m =
    (if Z.even e then 1 else -1) * ((IZR rest + d * IZR n) / IZR (2 ^ 72))).
  { unfold beyond_quarter. rewrite K, A. unfold signed.
    change (IZR (2 ^ 72)) with 4722366482869645213696.
    change (IZR (2 ^ 128)) with 340282366920938463463374607431768211456.
    destruct (Z.even e); rewrite ?opp_IZR; field. }
  unfold L_eighth_distance. rewrite B, Rabs_mult.
  replace (Rabs (if Z.even e then 1 else -1)) with 1 by (destruct (Z.even e); [rewrite Rabs_pos_eq|rewrite Rabs_left];
    lra).
  rewrite Rmult_1_l. change (IZR (2 ^ 72)) with 4722366482869645213696 in *.
  change (IZR (2 ^ 53)) with 9007199254740992 in *.
  apply Rabs_le. lra.
Qed.
