(* exponent_math.v - errors of exponentials as errors of their exponents; rescalings by risen maxima. *)
From Coq Require Import Reals ZArith Lia Lra.
From Flocq Require Import Core.
Require Import BuiltIn.
From Plumbline.model Require Import sequence rounded_sum rescaling.
From Plumbline.compare Require Import rounded_sum_math.
Open Scope R_scope.

Lemma exp_monotone : forall x y, x <= y -> exp x <= exp y.
Proof. intros x y [L|E]; [left; apply exp_increasing, L|rewrite E; lra]. Qed.

Lemma exp_above : forall x, 1 + x <= exp x.
Proof. intro x. destruct (Req_dec x 0) as [E|E]; [rewrite E, exp_0; lra|]. left. apply exp_ineq1, E. Qed.

Lemma exp_below : forall x, x < 1 -> exp x <= / (1 - x).
Proof.
  intros x X. assert (A := exp_above (- x)). rewrite exp_Ropp in A. assert (P := exp_pos x).
  rewrite <- (Rinv_inv (exp x)). apply Rinv_le_contravar; lra.
Qed.

Lemma abs_exponent : forall x l, Rabs x <= l -> Rabs (exp x - 1) <= exp l - 1 /\ 1 - exp x <= 1 - exp (- l).
Proof.
  intros x l H. apply Rabs_le_inv in H. assert (A := exp_monotone x l ltac:(lra)).
  assert (B := exp_monotone (- l) x ltac:(lra)). split; [|lra]. apply Rabs_le.
  assert (C := exp_above l). assert (D := exp_above (- l)).
  assert (E : 2 <= exp l + exp (- l)).
  { assert (P := exp_pos l). assert (Q : exp l * exp (- l) = 1) by (rewrite <- exp_plus, Rplus_opp_r; apply exp_0).
    assert (S := Rle_0_sqr (exp l - 1)). unfold Rsqr in S.
    apply Rmult_le_reg_l with (exp l); [exact P|].
    replace (exp l * (exp l + exp (- l))) with (exp l * exp l + exp l * exp (- l)) by ring. rewrite Q. lra. }
  lra.
Qed.

(* 1 + d, a factor of at least 1 - e, is e^tau *)
Lemma factor_exponent : forall x y e, 0 <= e < 1 -> Rabs (y - x) <= e * Rabs x ->
  exists tau, y = x * exp tau /\ Rabs tau <= gamma 1 e.
Proof.
  intros x y e E H. unfold L_gamma_of. rewrite !Rmult_1_l.
  assert (G : 0 <= e / (1 - e)) by (apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]).
  destruct (Req_dec x 0) as [Z0|N].
  - subst x. rewrite Rabs_R0, Rmult_0_r, Rminus_0_r in H. exists 0. rewrite Rabs_R0.
    split; [|exact G]. assert (A := Rabs_pos y). rewrite Rmult_0_l.
    destruct (Req_dec y 0) as [Y|Y]; [exact Y|]. apply Rabs_pos_lt in Y. lra.
  - set (d := (y - x) / x).
    assert (D : Rabs d <= e).
    { unfold d, Rdiv. rewrite Rabs_mult, Rabs_inv.
      assert (P : 0 < Rabs x) by (apply Rabs_pos_lt, N). apply Rmult_le_reg_r with (Rabs x); [exact P|].
      rewrite Rmult_assoc, Rinv_l by lra. lra. }
    apply Rabs_le_inv in D. exists (ln (1 + d)). rewrite exp_ln by lra. split; [unfold d; field; exact N|].
    apply Rabs_le. split.
    + (* - e/(1-e) <= ln (1 + d) *)
      rewrite <- (ln_exp (- (e / (1 - e)))). destruct (Rle_lt_dec (1 + d) (exp (- (e / (1 - e))))) as [L|L].
      2: left; apply ln_increasing; [apply exp_pos|exact L].
      assert (A := exp_above (e / (1 - e))). rewrite exp_Ropp in *.
      replace (1 + e / (1 - e)) with (/ (1 - e)) in A by (field; lra).
      assert (O : 0 < / (1 - e)) by (apply Rinv_0_lt_compat; lra).
      assert (Q := Rinv_le_contravar _ _ O A). rewrite Rinv_inv in Q.
      assert (X : 1 + d = / exp (e / (1 - e))) by lra. rewrite X. lra.
    + eapply Rle_trans with e.
      * rewrite <- (ln_exp e). assert (A := exp_above e).
        destruct (Req_dec (1 + d) (exp e)) as [X|X]; [rewrite X; lra|].
        left. apply ln_increasing; lra.
      * apply Rmult_le_reg_r with (1 - e); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra.
        assert (0 <= e * e) by (apply Rmult_le_pos; lra). lra.
Qed.

(* ---- rescalings ---- *)

Lemma rescaling_bounds : forall g e t f k low high c, P_rescaling g e t f k low high c ->
  (0 <= k)%Z /\ low <= high /\ 0 <= c /\ (0 <= f -> c <= L_growth f k).
Proof.
  intros g e t f k low high c H. induction H as [m|k low m c high r d H (K & L & C & G) M E D X].
  - split; [lia|]. split; [lra|]. split; [lra|]. intro F. unfold L_growth. simpl. lra.
  - split; [lia|]. split; [lra|]. split.
    + apply Rmult_le_pos; lra.
    + intro F. rewrite growth_plus, growth_one by lia. specialize (G F). apply Rmult_le_compat; lra.
Qed.

(* The maxima telescope: of all factors only the first and the last one are left, and errors. *)
Lemma rescaling_exponent : forall g e t f k low high c, 0 <= g <= 1 -> 0 <= e -> 0 <= t -> 0 <= f ->
  P_rescaling g e t f k low high c ->
  exists rho, Rabs rho <= g * (high - low) + IZR k * e /\
    Rabs (c - exp (low - high + rho)) <= IZR k * t * (L_growth f k * exp (IZR k * e)).
Proof.
  intros g e t f k low high c G E T F H. induction H as [m|k low m c high r d H IH M B D X].
  - exists 0. split; [rewrite Rabs_R0; lra|].
    replace (m - m + 0) with 0 by ring. rewrite exp_0, Rminus_diag_eq, Rabs_R0 by reflexivity. lra.
  - destruct IH as (rho & P & Q). destruct (rescaling_bounds _ _ _ _ _ _ _ _ H) as (K & L & C & W). specialize (W F).
    exists (rho + r). assert (I := IZR_le 0 k K). rewrite plus_IZR. split.
    + eapply Rle_trans; [apply Rabs_triang|]. lra.
    + replace (low - high + (rho + r)) with ((low - m + rho) + (m - high + r)) by ring. rewrite exp_plus.
      set (a := exp (low - m + rho)) in *. set (b := exp (m - high + r)) in *.
      replace (c * d - a * b) with ((c - a) * d + a * (d - b)) by ring.
      eapply Rle_trans; [apply Rabs_triang|]. rewrite !Rabs_mult. rewrite (Rabs_pos_eq d) by lra.
      rewrite (Rabs_pos_eq a) by (left; apply exp_pos).
      assert (A : a <= exp (IZR k * e)).
      { apply exp_monotone. apply Rabs_le_inv in P.
        assert (g * (m - low) <= 1 * (m - low)) by (apply Rmult_le_compat_r; lra). lra. }
      assert (A0 : 0 < a) by apply exp_pos. rewrite growth_plus, growth_one by lia.
      assert (V := growth_least f k F). set (w := L_growth f k) in *. clearbody w.
      replace ((IZR k + 1) * e) with (IZR k * e + e) by ring. rewrite exp_plus.
      assert (Y := exp_above e). set (z := exp (IZR k * e)) in *. assert (Z0 : 1 <= z).
      { unfold z. rewrite <- exp_0. apply exp_monotone, Rmult_le_pos; assumption. }
      set (y := exp e) in *. set (q := IZR k) in *. clearbody a b y z q.
      assert (S1 : Rabs (c - a) * d <= q * t * (w * z) * (1 + f)).
      { apply Rmult_le_compat; try lra. apply Rabs_pos. }
      assert (S2 : a * Rabs (d - b) <= z * t).
      { apply Rmult_le_compat; try lra. apply Rabs_pos. }
      assert (one : 1 <= w * (1 + f)) by (assert (1 * 1 <= w * (1 + f)) by (apply Rmult_le_compat; lra); lra).
      assert (big : z <= w * (1 + f) * (z * y)).
      { assert (z * 1 <= z * y) by (apply Rmult_le_compat_l; lra).
        assert (1 * (z * y) <= w * (1 + f) * (z * y)) by (apply Rmult_le_compat_r; lra). lra. }
      assert (S3 : z * t <= t * (w * (1 + f) * (z * y))) by (rewrite Rmult_comm; apply Rmult_le_compat_l; lra).
      assert (S4 : q * t * (w * z) * (1 + f) <= q * t * (w * (1 + f) * (z * y))).
      { replace (q * t * (w * z) * (1 + f)) with (q * t * (w * (1 + f) * z * 1)) by ring.
        replace (q * t * (w * (1 + f) * (z * y))) with (q * t * (w * (1 + f) * z * y)) by ring.
        apply Rmult_le_compat_l; [apply Rmult_le_pos; lra|]. apply Rmult_le_compat_l; [apply Rmult_le_pos; lra|lra]. }
      lra.
Qed.

(* A key's probability, computed at the shift m, stored, and rescaled by a factor that is off by rho. *)
Lemma rescaled_bounded : forall g e t f k m high c score tau rho top p u tp stored,
  0 <= e -> 0 <= t -> 0 <= f -> 0 <= u -> 0 <= tp -> 0 <= top ->
  P_rescaling g e t f k m high c -> Rabs (c - exp (m - high + rho)) <= IZR k * t * (L_growth f k * exp (IZR k * e)) ->
  score + tau <= m + top -> 0 <= p -> Rabs (p - exp (score - m + tau)) <= t -> Rabs (stored - p) <= u * p + tp ->
  Rabs (c * stored - exp (score - high + (tau + rho))) <=
    u * exp (score - high + (tau + rho)) + (1 + u) * (L_growth f k * (tp + (IZR k + 1) * t * exp (IZR k * e + top))).
Proof.
  intros g e t f k m high c s tau rho top p u tp q E T F U TP TOP H C M P X Q.
  destruct (rescaling_bounds _ _ _ _ _ _ _ _ H) as (K & L & C0 & W). specialize (W F).
  replace (s - high + (tau + rho)) with ((s - m + tau) + (m - high + rho)) by ring. rewrite exp_plus.
  assert (A : exp (s - m + tau) <= exp top) by (apply exp_monotone; lra).
  assert (A0 := exp_pos (s - m + tau)). assert (B0 := exp_pos (m - high + rho)).
  set (a := exp (s - m + tau)) in *. set (b := exp (m - high + rho)) in *. rewrite (exp_plus (IZR k * e)).
  assert (I := IZR_le 0 k K). assert (V := growth_least f k F).
  assert (Z1 : 1 <= exp (IZR k * e)) by (rewrite <- exp_0; apply exp_monotone, Rmult_le_pos; assumption).
  assert (Y1 : 1 <= exp top) by (rewrite <- exp_0; apply exp_monotone; exact TOP).
  set (w := L_growth f k) in *. set (z := exp (IZR k * e)) in *. set (y := exp top) in *. set (i := IZR k) in *.
  clearbody a b w z y i.
  set (F1 := w * (z * y)). assert (F2 : w <= F1).
  { unfold F1. assert (1 * 1 <= z * y) by (apply Rmult_le_compat; lra).
    assert (w * 1 <= w * (z * y)) by (apply Rmult_le_compat_l; lra). lra. }
  (* c p against a b *)
  assert (D : Rabs (c * p - a * b) <= (i + 1) * t * F1).
  { replace (c * p - a * b) with (c * (p - a) + a * (c - b)) by ring.
    eapply Rle_trans; [apply Rabs_triang|]. rewrite !Rabs_mult, (Rabs_pos_eq c), (Rabs_pos_eq a) by lra.
    assert (c * Rabs (p - a) <= w * t) by (apply Rmult_le_compat; try lra; apply Rabs_pos).
    assert (a * Rabs (c - b) <= y * (i * t * (w * z))) by (apply Rmult_le_compat; try lra; apply Rabs_pos).
    assert (w * t <= F1 * t) by (apply Rmult_le_compat_r; lra).
    unfold F1 in *. lra. }
  replace (c * q - a * b) with (c * (q - p) + (c * p - a * b)) by ring.
  eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_mult, (Rabs_pos_eq c) by lra.
  assert (S : c * Rabs (q - p) <= u * (c * p) + w * tp).
  { assert (c * Rabs (q - p) <= c * (u * p + tp)) by (apply Rmult_le_compat_l; lra).
    assert (c * tp <= w * tp) by (apply Rmult_le_compat_r; lra). lra. }
  assert (S2 : u * (c * p) <= u * (a * b + (i + 1) * t * F1)).
  { apply Rmult_le_compat_l; [exact U|]. apply Rabs_le_inv in D. lra. }
  assert (0 <= u * (w * tp)) by (repeat apply Rmult_le_pos; lra). unfold F1 in *. lra.
Qed.

Lemma rescaled_probability : forall g e t f k m high c score tau top p u tp stored,
  0 <= g <= 1 -> 0 <= e -> 0 <= t -> 0 <= f -> 0 <= u -> 0 <= tp -> 0 <= top ->
  P_rescaling g e t f k m high c -> score + tau <= m + top -> 0 <= p -> Rabs (p - exp (score - m + tau)) <= t ->
  Rabs (stored - p) <= u * p + tp ->
  exists theta, Rabs (theta - tau) <= g * (high - m) + IZR k * e /\
    Rabs (c * stored - exp (score - high + theta)) <=
      u * exp (score - high + theta) + (1 + u) * (L_growth f k * (tp + (IZR k + 1) * t * exp (IZR k * e + top))).
Proof.
  intros g e t f k m high c s tau top p u tp q G E T F U TP TOP H M P X Q.
  destruct (rescaling_exponent _ _ _ _ _ _ _ _ G E T F H) as (rho & B & C). exists (tau + rho).
  split; [replace (tau + rho - tau) with rho by ring; exact B|].
  exact (rescaled_bounded g e t f k m high c s tau rho top p u tp q E T F U TP TOP H C M P X Q).
Qed.

(* ---- arguments of exponentials ---- *)

Lemma argument_within : forall u t s delta score m bound shift a b x, 0 <= u -> 0 <= t -> 6 * u < 1 ->
  Rabs (score - s) <= delta -> Rabs score <= bound -> Rabs m <= shift ->
  near_rounded u t score a -> near_rounded u t m b -> P_roundings u t 6 (a - b) x ->
  Rabs (x - (s - m)) <=
    delta + gamma 6 u * (Rabs s + delta + shift) + (1 + gamma 6 u) * (u * (bound + shift) + 8 * t).
Proof.
  intros u t s delta score m bound shift a b x U T S D B M A N H.
  assert (W := roundings_gamma u t 6 (a - b) x U T S H). unfold near_rounded in *. simpl (IZR 6) in *.
  assert (G := gamma_positive 6 u ltac:(split; [apply Rmult_le_pos|]; lra)). set (g := gamma 6 u) in *. clearbody g.
  assert (L : Rabs ((a - b) - (score - m)) <= u * (bound + shift) + 2 * t).
  { replace ((a - b) - (score - m)) with ((a - score) + (- (b - m))) by ring.
    eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_Ropp.
    assert (u * Rabs score <= u * bound) by (apply Rmult_le_compat_l; assumption).
    assert (u * Rabs m <= u * shift) by (apply Rmult_le_compat_l; assumption). lra. }
  assert (Z1 : Rabs (score - m) <= Rabs s + delta + shift).
  { replace (score - m) with (s + (score - s) + - m) by ring. eapply Rle_trans; [apply Rabs_triang|].
    rewrite Rabs_Ropp. assert (T2 := Rabs_triang s (score - s)). lra. }
  assert (Z2 : Rabs (a - b) <= Rabs s + delta + shift + (u * (bound + shift) + 2 * t)).
  { replace (a - b) with ((score - m) + ((a - b) - (score - m))) by ring.
    eapply Rle_trans; [apply Rabs_triang|]. lra. }
  replace (x - (s - m)) with ((x - (a - b)) + ((a - b) - (score - m)) + (score - s)) by ring.
  assert (T1 := Rabs_triang (x - (a - b) + (a - b - (score - m))) (score - s)).
  assert (T2 := Rabs_triang (x - (a - b)) (a - b - (score - m))).
  assert (g * Rabs (a - b) <= g * (Rabs s + delta + shift + (u * (bound + shift) + 2 * t)))
    by (apply Rmult_le_compat_l; assumption).
  lra.
Qed.

(* parts of the keys by themselves, joined by their log-sum-exps: one rescaling more *)
Lemma part_is_rescaled : forall m y high sigma rho n, 0 < y ->
  exp (m + ln y + sigma - high + rho) * (n / y) = exp (m - high + (sigma + rho)) * n /\
  exp (m + ln y + sigma - high + rho) = exp (m - high + (sigma + rho)) * y.
Proof.
  intros m y high sigma rho n Y.
  assert (E : exp (m + ln y + sigma - high + rho) = exp (m - high + (sigma + rho)) * y).
  { replace (m + ln y + sigma - high + rho) with ((m - high + (sigma + rho)) + ln y) by ring.
    rewrite exp_plus, exp_ln by exact Y. reflexivity. }
  split; [rewrite E; field; lra|exact E].
Qed.

(* what scaling apart, five roundings of every rescaling, four of a part's log-sum-exp, and five of its
   difference from the common one come to; a shift may be larger than the scores by three lags *)
Lemma shift_covers : forall u bound keys lag, 0 <= u -> 28 * u < 1 -> 0 <= bound -> 0 <= keys -> 0 <= lag ->
  (1 + gamma 6 u) * (u * (2 * bound + 3 * lag)) + gamma 5 u * (2 * bound + 4 * lag) +
    gamma 4 u * (bound + keys + 6 * lag) +
    gamma 5 u * (2 * bound + keys + 2 * (gamma 4 u * (bound + keys + 6 * lag))) <=
  gamma 28 u * (bound + 2 * lag) + gamma 12 u * keys.
Proof.
  intros u bound keys lag U S B K G0.
  assert (P : forall k, 0 <= k <= 28 -> 0 <= k * u < 1).
  { intros k I. split; [apply Rmult_le_pos; lra|]. assert (k * u <= 28 * u) by (apply Rmult_le_compat_r; lra). lra. }
  assert (G4 := gamma_positive 4 u (P 4 ltac:(lra))). assert (G5 := gamma_positive 5 u (P 5 ltac:(lra))).
  assert (G3 := gamma_positive 3 u (P 3 ltac:(lra))).
  assert (J : forall j k, 0 <= j -> 0 <= k -> j + k <= 28 -> gamma j u + gamma k u + gamma j u * gamma k u <=
    gamma (j + k) u).
  { intros j k J K0 L. apply (gamma_compound j k u U J K0). apply (P (j + k)). lra. }
  assert (H9 := J 4 5 ltac:(lra) ltac:(lra) ltac:(lra)). replace (4 + 5) with 9 in H9 by ring.
  assert (A : (1 + gamma 6 u) * (2 * u) <= gamma 3 u).
  { rewrite (gamma_plus_one 6 u) by (apply P; lra). unfold L_gamma_of.
    assert (Q := P 6 ltac:(lra)). assert (Q3 := P 3 ltac:(lra)).
    apply Rmult_le_reg_r with ((1 - 6 * u) * (1 - 3 * u)); [apply Rmult_lt_0_compat; lra|].
    replace (/ (1 - 6 * u) * (2 * u) * ((1 - 6 * u) * (1 - 3 * u))) with (2 * u * (1 - 3 * u)) by (field; lra).
    replace (3 * u / (1 - 3 * u) * ((1 - 6 * u) * (1 - 3 * u))) with (3 * u * (1 - 6 * u)) by (field; lra).
    assert (0 <= u * (1 - 12 * u)) by (apply Rmult_le_pos; [exact U|]; assert (X := P 12 ltac:(lra)); lra). lra. }
  assert (C9 : gamma 4 u + gamma 5 u + 2 * (gamma 4 u * gamma 5 u) <= gamma 12 u).
  { assert (H := J 9 3 ltac:(lra) ltac:(lra) ltac:(lra)). replace (9 + 3) with 12 in H by ring.
    assert (X : gamma 4 u * gamma 5 u <= gamma 3 u).
    { assert (Y := gamma_monotone 5 9 u U ltac:(lra) ltac:(apply P; lra)).
      assert (Z4 := gamma_monotone 3 4 u U ltac:(lra) ltac:(apply P; lra)).
      (* gamma 4 gamma 5 = 20 u^2 / (...) <= 3 u / (1 - 3 u) as 20 u <= 20/28 *)
      unfold L_gamma_of. assert (Q4 := P 4 ltac:(lra)). assert (Q5 := P 5 ltac:(lra)). assert (Q3 := P 3 ltac:(lra)).
      apply Rmult_le_reg_r with ((1 - 4 * u) * (1 - 5 * u) * (1 - 3 * u)); [repeat apply Rmult_lt_0_compat; lra|].
      replace (4 * u / (1 - 4 * u) * (5 * u / (1 - 5 * u)) * ((1 - 4 * u) * (1 - 5 * u) * (1 - 3 * u)))
        with (u * (20 * u * (1 - 3 * u))) by (field; lra).
      replace (3 * u / (1 - 3 * u) * ((1 - 4 * u) * (1 - 5 * u) * (1 - 3 * u)))
        with (u * (3 * ((1 - 4 * u) * (1 - 5 * u)))) by (field; lra).
      apply Rmult_le_compat_l; [exact U|].
      assert (0 <= u * u) by (apply Rmult_le_pos; assumption).
      assert (u * u <= u * (1 / 28)) by (apply Rmult_le_compat_l; lra). lra. }
    assert (N : 0 <= gamma 9 u * gamma 3 u) by (apply Rmult_le_pos; [apply gamma_positive, P; lra|exact G3]). lra. }
  assert (C28 : gamma 3 u + 4 * gamma 5 u + gamma 4 u + 2 * (gamma 4 u * gamma 5 u) <= gamma 28 u).
  { assert (H14 := J 9 5 ltac:(lra) ltac:(lra) ltac:(lra)). replace (9 + 5) with 14 in H14 by ring.
    assert (H19 := J 14 5 ltac:(lra) ltac:(lra) ltac:(lra)). replace (14 + 5) with 19 in H19 by ring.
    assert (H24 := J 19 5 ltac:(lra) ltac:(lra) ltac:(lra)). replace (19 + 5) with 24 in H24 by ring.
    assert (H27 := J 24 3 ltac:(lra) ltac:(lra) ltac:(lra)). replace (24 + 3) with 27 in H27 by ring.
    assert (H28 := gamma_monotone 27 28 u U ltac:(lra) S).
    assert (M9 := gamma_monotone 4 9 u U ltac:(lra) ltac:(apply P; lra)).
    assert (N1 : gamma 4 u * gamma 5 u <= gamma 9 u * gamma 5 u) by (apply Rmult_le_compat_r; assumption).
    assert (N2 : 0 <= gamma 14 u * gamma 5 u) by (apply Rmult_le_pos; [apply gamma_positive, P; lra|exact G5]).
    assert (N3 : 0 <= gamma 19 u * gamma 5 u) by (apply Rmult_le_pos; [apply gamma_positive, P; lra|exact G5]).
    assert (N4 : 0 <= gamma 24 u * gamma 3 u) by (apply Rmult_le_pos; [apply gamma_positive, P; lra|exact G3]). lra. }
  assert (E1 : (1 + gamma 6 u) * (2 * u) * bound <= gamma 3 u * bound) by (apply Rmult_le_compat_r; assumption).
  assert (E1' : (1 + gamma 6 u) * (2 * u) * lag <= gamma 3 u * lag) by (apply Rmult_le_compat_r; assumption).
  assert (E4 : 12 * (gamma 4 u * gamma 5 u) + 4 * gamma 5 u + 6 * gamma 4 u + 3 / 2 * gamma 3 u <= 2 * gamma 28 u).
  { assert (M : forall k, 0 <= k <= 28 -> gamma k u <= k * (u * / (1 - 28 * u))).
    { intros k I. assert (Q := P k I). unfold L_gamma_of, Rdiv. rewrite Rmult_assoc.
      apply Rmult_le_compat_l; [lra|]. apply Rmult_le_compat_l; [exact U|]. apply Rinv_le_contravar; [lra|].
      assert (k * u <= 28 * u) by (apply Rmult_le_compat_r; lra). lra. }
    assert (M3 := M 3 ltac:(lra)). assert (M4 := M 4 ltac:(lra)). assert (M5 := M 5 ltac:(lra)).
    assert (U28 : u <= / 28) by lra.
    assert (Q : gamma 4 u * gamma 5 u <= (4 * 28 / 24 * u) * (5 * 28 / 23 * u)).
    { assert (V : forall k, 4 <= k <= 5 -> gamma k u <= k * 28 / (28 - k) * u).
      { intros k I. unfold L_gamma_of, Rdiv. replace (k * u * / (1 - k * u)) with (k * (u * / (1 - k * u))) by ring.
        replace (k * 28 * / (28 - k) * u) with (k * (u * (28 * / (28 - k)))) by ring.
        apply Rmult_le_compat_l; [lra|]. apply Rmult_le_compat_l; [exact U|].
        replace (28 * / (28 - k)) with (/ ((28 - k) / 28)) by (field; lra). apply Rinv_le_contravar; [lra|].
        assert (k * u <= k * / 28) by (apply Rmult_le_compat_l; lra). lra. }
      assert (V4 := V 4 ltac:(lra)). assert (V5 := V 5 ltac:(lra)). apply Rmult_le_compat; lra. }
    assert (S28 : u * (1 - 28 * u) <= / 112).
    { assert (0 <= (1 - 56 * u) * (1 - 56 * u)) by (apply Rle_0_sqr). lra. }
    assert (W : u * u <= / 112 * (u * / (1 - 28 * u))).
    { apply Rmult_le_reg_r with (1 - 28 * u); [lra|].
      replace (/ 112 * (u * / (1 - 28 * u)) * (1 - 28 * u)) with (u * / 112) by (field; lra).
      rewrite Rmult_assoc. apply Rmult_le_compat_l; assumption. }
    unfold L_gamma_of at 6, Rdiv. replace (28 * u * / (1 - 28 * u)) with (28 * (u * / (1 - 28 * u))) by ring.
    assert (0 <= u * / (1 - 28 * u)) by (apply Rmult_le_pos; [exact U|left; apply Rinv_0_lt_compat; lra]). lra. }
  assert (E2 := Rmult_le_compat_r bound _ _ B C28). assert (E3 := Rmult_le_compat_r keys _ _ K C9).
  assert (E5 := Rmult_le_compat_r lag _ _ G0 E4). lra.
Qed.
