(* position_math.v - what errors of angles do to rotated vectors and to their products. *)
From Coq Require Import Reals ZArith Lia Lra.
From Flocq Require Import Core.
Require Import BuiltIn.
From Plumbline.model Require Import sequence.
From Plumbline.compare Require Import sums_math.
Open Scope R_scope.

Lemma sine_small_right : forall x, 0 <= x -> sin x <= x.
Proof. intros x [L|E]; [left; apply sin_lt_x, L|rewrite <- E, sin_0; lra]. Qed.

Lemma sine_small : forall x, Rabs (sin x) <= Rabs x.
Proof.
  assert (H : forall x, 0 <= x -> Rabs (sin x) <= x).
  { intros x X. destruct (Rle_lt_dec x PI) as [L|L].
    - assert (0 <= sin x) by (apply sin_ge_0; lra). rewrite Rabs_pos_eq by lra. apply sine_small_right, X.
    - assert (P := PI_4). assert (Q : 1 <= PI) by (assert (A := PI2_1); unfold PI2 in *; lra).
      assert (B := SIN_bound x). apply Rabs_le. lra. }
  intro x. destruct (Rle_lt_dec 0 x) as [X|X].
  - rewrite (Rabs_pos_eq x) by exact X. apply H, X.
  - rewrite (Rabs_left x) by exact X. assert (A := H (- x) ltac:(lra)). rewrite sin_neg, Rabs_Ropp in A. exact A.
Qed.

Lemma cosine_small : forall x, 0 <= 1 - cos x <= x * x / 2.
Proof.
  intro x. assert (B := COS_bound x). split; [lra|].
  replace (cos x) with (1 - 2 * sin (x / 2) * sin (x / 2)) by (rewrite <- cos_2a_sin; f_equal; field).
  assert (S := sine_small (x / 2)).
  assert (Q : Rabs (sin (x / 2)) * Rabs (sin (x / 2)) <= Rabs (x / 2) * Rabs (x / 2))
    by (apply Rmult_le_compat; try apply Rabs_pos; exact S).
  rewrite <- !Rabs_mult in Q. rewrite (Rabs_pos_eq (sin (x / 2) * sin (x / 2))) in Q by apply Rle_0_sqr.
  rewrite (Rabs_pos_eq (x / 2 * (x / 2))) in Q by apply Rle_0_sqr. lra.
Qed.

Lemma cosine_moves : forall x delta, Rabs (cos (x + delta) - cos x) <= Rmin 2 (Rabs delta).
Proof.
  intros x delta. apply Rmin_glb.
  - assert (A := COS_bound (x + delta)). assert (B := COS_bound x). apply Rabs_le. lra.
  - rewrite form2. rewrite !Rabs_mult. assert (S := sine_small ((x + delta - x) / 2)).
    replace ((x + delta - x) / 2) with (delta / 2) in * by field.
    assert (T : Rabs (sin ((x + delta + x) / 2)) <= 1) by (apply Rabs_le; assert (B :=
      SIN_bound ((x + delta + x) / 2)); lra).
    unfold Rdiv in S at 2. rewrite Rabs_mult, (Rabs_pos_eq (/ 2)) in S by lra.
    assert (U : Rabs (-2) = 2) by (rewrite Rabs_left; lra). rewrite U.
    assert (Rabs (sin (delta / 2)) * Rabs (sin ((x + delta + x) / 2)) <= Rabs delta * / 2 * 1)
      by (apply Rmult_le_compat; try apply Rabs_pos; assumption).
    lra.
Qed.

Lemma product_of_pair : forall a b x, Rabs (a * cos x - b * sin x) <= sqrt (a * a + b * b).
Proof.
  intros a b x. rewrite <- sqrt_Rsqr_abs. apply sqrt_le_1_alt. unfold Rsqr.
  assert (S := sin2_cos2 x). unfold Rsqr in S. assert (Q := Rle_0_sqr (a * sin x + b * cos x)). unfold Rsqr in Q.
  replace (a * a + b * b) with ((a * a + b * b) * (sin x * sin x + cos x * cos x)) by (rewrite S; ring). lra.
Qed.

(* an element of a rotated pair, its partner, and their length *)
Lemma rotation_moves : forall a b phi delta d, Rabs delta <= d ->
  Rabs ((a * cos (phi + delta) - b * sin (phi + delta)) - (a * cos phi - b * sin phi)) <=
    Rmin (Rabs (a * sin phi + b * cos phi) * d + Rabs (a * cos phi - b * sin phi) * (d * d / 2))
         (sqrt (a * a + b * b) + Rabs (a * cos phi - b * sin phi)).
Proof.
  intros a b phi delta d D. set (here := a * cos phi - b * sin phi). set (there := a * sin phi + b * cos phi).
  assert (E : a * cos (phi + delta) - b * sin (phi + delta) = here * cos delta - there * sin delta).
  { unfold here, there. rewrite cos_plus, sin_plus. ring. }
  assert (L : Rabs (here * cos delta - there * sin delta) <= sqrt (a * a + b * b)).
  { rewrite <- E. apply product_of_pair. }
  apply Rmin_glb.
  - rewrite E. replace (here * cos delta - there * sin delta - here) with (- (here * (1 - cos delta)) +
      - (there * sin delta)) by ring.
    eapply Rle_trans; [apply Rabs_triang|]. rewrite !Rabs_Ropp, !Rabs_mult.
    assert (C := cosine_small delta). rewrite (Rabs_pos_eq (1 - cos delta)) by lra. assert (S := sine_small delta).
    assert (DD : delta * delta <= d * d).
    { rewrite <- (Rabs_pos_eq (delta * delta)) by apply Rle_0_sqr. rewrite Rabs_mult.
      apply Rmult_le_compat; try apply Rabs_pos; exact D. }
    assert (Rabs here * (1 - cos delta) <= Rabs here * (d * d / 2)) by (apply Rmult_le_compat_l; [apply Rabs_pos|lra]).
    assert (Rabs there * Rabs (sin delta) <= Rabs there * d) by (apply Rmult_le_compat_l; [apply Rabs_pos|lra]). lra.
  - rewrite E. replace (here * cos delta - there * sin delta - here) with ((here * cos delta - there * sin delta) +
      - here) by ring.
    eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_Ropp. lra.
Qed.

(* products and stores of a pair are measured by its length *)
Lemma pair_within_length : forall a b x, Rabs (a * cos x) + Rabs (b * sin x) <= sqrt (a * a + b * b) /\
  Rabs a + Rabs b <= sqrt 2 * sqrt (a * a + b * b).
Proof.
  intros a b x.
  assert (square : forall y z, 0 <= y -> y * y <= z -> y <= sqrt z).
  { intros y z Y L. rewrite <- (sqrt_square y) by exact Y. apply sqrt_le_1_alt, L. }
  assert (A := Rabs_pos a). assert (B := Rabs_pos b). assert (C := Rabs_pos (cos x)). assert (D := Rabs_pos (sin x)).
  assert (abs2 : forall y, Rabs y * Rabs y = y * y) by (intro y; rewrite <- Rabs_mult; apply Rabs_pos_eq, Rle_0_sqr).
  split.
  - rewrite !Rabs_mult. apply square.
    + apply Rplus_le_le_0_compat; apply Rmult_le_pos; assumption.
    + assert (S := sin2_cos2 x). unfold Rsqr in S. rewrite <- (abs2 (sin x)), <- (abs2 (cos x)) in S.
      rewrite <- (abs2 a), <- (abs2 b).
      set (p := Rabs a) in *. set (q := Rabs b) in *. set (c := Rabs (cos x)) in *. set (d := Rabs (sin x)) in *.
      clearbody p q c d.
      assert (Q := Rle_0_sqr (p * d - q * c)). unfold Rsqr in Q.
      replace (p * p + q * q) with ((p * p + q * q) * (d * d + c * c)) by (rewrite S; ring). lra.
  - rewrite <- sqrt_mult_alt by lra. apply square; [lra|]. rewrite <- (abs2 a), <- (abs2 b).
    assert (Q := Rle_0_sqr (Rabs a - Rabs b)). unfold Rsqr in Q. lra.
Qed.

(* a query and a key that are turned by angles of their own positions, whose frequency is the same number *)
Lemma angle_difference_within : forall theta p q e f g k l, 0 <= theta -> Rabs e <= k -> Rabs f <= l -> Rabs g <= l ->
  0 <= k ->
  Rabs ((p * (theta * (1 + e)) * (1 + f) - q * (theta * (1 + e)) * (1 + g)) - (p * theta - q * theta)) <=
    k * theta * Rabs (p - q) + l * (1 + k) * theta * (Rabs p + Rabs q).
Proof.
  intros theta p q e f g k l T E F G K.
  replace ((p * (theta * (1 + e)) * (1 + f) - q * (theta * (1 + e)) * (1 + g)) - (p * theta - q * theta))
    with (theta * (e * (p - q)) + theta * ((1 + e) * (p * f - q * g))) by ring.
  eapply Rle_trans; [apply Rabs_triang|]. rewrite !Rabs_mult, (Rabs_pos_eq theta) by exact T.
  assert (A : Rabs e * Rabs (p - q) <= k * Rabs (p - q)) by (apply Rmult_le_compat_r; [apply Rabs_pos|exact E]).
  assert (B : Rabs (1 + e) <= 1 + k) by (eapply Rle_trans; [apply Rabs_triang|]; rewrite Rabs_R1; lra).
  assert (C : Rabs (p * f - q * g) <= l * (Rabs p + Rabs q)).
  { replace (p * f - q * g) with (p * f + - (q * g)) by ring. eapply Rle_trans; [apply Rabs_triang|].
    rewrite Rabs_Ropp, !Rabs_mult.
    assert (Rabs p * Rabs f <= Rabs p * l) by (apply Rmult_le_compat_l; [apply Rabs_pos|exact F]).
    assert (Rabs q * Rabs g <= Rabs q * l) by (apply Rmult_le_compat_l; [apply Rabs_pos|exact G]). lra. }
  assert (D : Rabs (1 + e) * Rabs (p * f - q * g) <= (1 + k) * (l * (Rabs p + Rabs q)))
    by (apply Rmult_le_compat; try apply Rabs_pos; assumption).
  assert (A' : theta * (Rabs e * Rabs (p - q)) <= theta * (k * Rabs (p - q))) by (apply Rmult_le_compat_l; assumption).
  assert (D' : theta * (Rabs (1 + e) * Rabs (p * f - q * g)) <= theta * ((1 + k) * (l * (Rabs p + Rabs q))))
    by (apply Rmult_le_compat_l; assumption).
  lra.
Qed.

Lemma product_of_pairs_moves : forall nq nk phi delta d, 0 <= nq -> 0 <= nk -> Rabs delta <= d ->
  Rabs (nq * nk * cos (phi + delta) - nq * nk * cos phi) <= nq * nk * Rmin 2 d.
Proof.
  intros nq nk phi delta d Q K D. rewrite <- Rmult_minus_distr_l, Rabs_mult. assert (P := Rmult_le_pos _ _ Q K).
  rewrite (Rabs_pos_eq (nq * nk)) by exact P. apply Rmult_le_compat_l; [exact P|].
  eapply Rle_trans; [apply cosine_moves|]. unfold Rmin. destruct (Rle_dec 2 (Rabs delta)), (Rle_dec 2 d); lra.
Qed.
