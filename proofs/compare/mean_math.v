(* mean_math.v - how far a quotient of sums of weights as computed is from the exact mean. *)
From Coq Require Import Reals ZArith Lia Lra.
From Flocq Require Import Core.
Require Import BuiltIn.
From Plumbline.model Require Import sequence rounded_sum.
From Plumbline.compare Require Import rounded_sum_math sums_math exponent_math.
Open Scope R_scope.

(* ---- a sum of terms that are themselves near others ---- *)

Lemma sum_of_near_terms : forall u t f x c y a e n depth all factors s,
  0 <= u -> 0 <= t -> 0 <= f -> 0 <= e ->
  P_rescaled_sum u t f x c n depth all factors s ->
  (forall j, key n j -> 0 <= c j /\ Rabs (c j * x j - y j) <= e * Rabs (y j) + a j) ->
  Rabs (s - sum_below y n) <=
    compound e (L_growth u depth - 1) * sum_below (fun j => Rabs (y j)) n
    + L_growth u depth * (sum_below a n + IZR all * t * L_growth f factors).
Proof.
  intros u t f x c y a e n d k r s U T F E H N.
  destruct (rescaled_sum_within _ _ _ _ _ _ _ _ _ _ U T F H) as (W & D & K & R & _).
  assert (G := growth_least u d U). set (g := L_growth u d) in *. clearbody g.
  assert (A : sum_below (fun j => c j * Rabs (x j)) n <=
    (1 + e) * sum_below (fun j => Rabs (y j)) n + sum_below a n).
  { rewrite <- sum_factor, <- sum_plus. apply sum_monotone. intros j J. destruct (N j J) as (C & X).
    rewrite <- (Rabs_pos_eq (c j)) by exact C. rewrite <- Rabs_mult.
    replace (c j * x j) with (y j + (c j * x j - y j)) by ring. eapply Rle_trans; [apply Rabs_triang|]. lra. }
  assert (B : Rabs (sum_below (fun j => c j * x j) n - sum_below y n) <=
    e * sum_below (fun j => Rabs (y j)) n + sum_below a n).
  { rewrite <- sum_minus, <- sum_factor, <- sum_plus. apply sum_absolute. intros j J. apply (N j J). }
  replace (s - sum_below y n) with ((s - sum_below (fun j => c j * x j) n) +
    (sum_below (fun j => c j * x j) n - sum_below y n)) by ring.
  eapply Rle_trans; [apply Rabs_triang|]. unfold L_compound.
  assert ((g - 1) * sum_below (fun j => c j * Rabs (x j)) n <=
    (g - 1) * ((1 + e) * sum_below (fun j => Rabs (y j)) n + sum_below a n)) by (apply Rmult_le_compat_l; lra).
  lra.
Qed.

(* a stored probability times a value that is itself rounded *)
Lemma weighted_value : forall c q p v w u t uv tv, 0 <= p -> 0 <= u -> 0 <= t ->
  Rabs (c * q - p) <= u * p + t -> Rabs (w - v) <= uv * Rabs v + tv ->
  Rabs (c * (q * w) - p * v) <= compound u uv * Rabs (p * v) + (t * ((1 + uv) * Rabs v + tv) + (1 + u) * p * tv).
Proof.
  intros c q p v w u t uv tv P U T C W. unfold L_compound.
  replace (c * (q * w) - p * v) with ((c * q - p) * w + p * (w - v)) by ring.
  eapply Rle_trans; [apply Rabs_triang|]. rewrite !Rabs_mult, (Rabs_pos_eq p) by exact P.
  assert (V : Rabs w <= Rabs v + (uv * Rabs v + tv)).
  { replace w with (v + (w - v)) at 1 by ring. eapply Rle_trans; [apply Rabs_triang|]. lra. }
  assert (A : Rabs (c * q - p) * Rabs w <= (u * p + t) * (Rabs v + (uv * Rabs v + tv))).
  { apply Rmult_le_compat; try apply Rabs_pos; assumption. }
  assert (B : p * Rabs (w - v) <= p * (uv * Rabs v + tv)) by (apply Rmult_le_compat_l; assumption).
  lra.
Qed.

(* ---- the quotient ---- *)

Lemma quotient_within : forall (n : Z) (w theta l v : A_seq) z o numerator denominator kv k eta zeta low,
  0 < z -> (forall j, key n j -> 0 <= w j /\ Rabs (theta j) <= l j) -> sum_below w n = 1 ->
  sum_below (fun j => w j * v j) n = o -> 0 <= k <= 1 -> 0 <= kv ->
  Rabs (numerator - sum_below (fun j => z * w j * exp (theta j) * v j) n) <=
    kv * sum_below (fun j => z * w j * exp (theta j) * Rabs (v j)) n + eta * z ->
  Rabs (denominator - sum_below (fun j => z * w j * exp (theta j)) n) <=
    k * sum_below (fun j => z * w j * exp (theta j)) n + zeta * z ->
  0 < low -> low <= (1 - k) * (1 - sum_below (fun j => w j * (1 - exp (- l j))) n) - zeta ->
  0 < denominator /\ Rabs (numerator / denominator - o) <=
    (sum_below (fun j => w j * (exp (l j) - 1) * Rabs (v j - o)) n
     + kv * sum_below (fun j => w j * (1 + (exp (l j) - 1)) * Rabs (v j)) n
     + k * Rabs o * (1 + sum_below (fun j => w j * (exp (l j) - 1)) n) + eta + Rabs o * zeta) / low.
Proof.
  intros n w theta l v z o numerator denominator kv k eta zeta low Z0 W one mean K KV N Y P L.
  set (p := fun j => z * w j * exp (theta j)) in *.
  change (fun j => z * w j * exp (theta j) * v j) with (fun j => p j * v j) in N.
  change (fun j => z * w j * exp (theta j) * Rabs (v j)) with (fun j => p j * Rabs (v j)) in N.
  set (grown := sum_below (fun j => w j * (exp (l j) - 1)) n) in *.
  set (shrunk := sum_below (fun j => w j * (1 - exp (- l j))) n) in *.
  set (spread := sum_below (fun j => w j * (exp (l j) - 1) * Rabs (v j - o)) n).
  set (magnitude := sum_below (fun j => w j * (1 + (exp (l j) - 1)) * Rabs (v j)) n).
  assert (zw : forall j, key n j -> 0 <= z * w j) by (intros j J; destruct (W j J); apply Rmult_le_pos; lra).
  assert (p_bounds : forall j, key n j -> z * w j * exp (- l j) <= p j <= z * w j * exp (l j)).
  { intros j J. destruct (W j J) as (A & B). apply Rabs_le_inv in B. assert (ZW := zw j J).
    split; apply Rmult_le_compat_l; try lra; apply exp_monotone; lra. }
  assert (low_sum : z * (1 - shrunk) <= sum_below p n).
  { replace (z * (1 - shrunk)) with (z * (sum_below w n - shrunk)) by (rewrite one; ring).
    unfold shrunk. rewrite <- sum_minus, <- sum_factor. apply sum_monotone. intros j J. destruct (p_bounds j J). lra. }
  assert (high_sum : sum_below p n <= z * (1 + grown)).
  { replace (z * (1 + grown)) with (z * (sum_below w n + grown)) by (rewrite one; ring).
    unfold grown. rewrite <- sum_plus, <- sum_factor. apply sum_monotone. intros j J. destruct (p_bounds j J). lra. }
  assert (values_sum : sum_below (fun j => p j * Rabs (v j)) n <= z * magnitude).
  { unfold magnitude. rewrite <- sum_factor. apply sum_monotone. intros j J. destruct (p_bounds j J) as (_ & B).
    assert (A := Rabs_pos (v j)). assert (p j * Rabs (v j) <= z * w j * exp (l j) * Rabs (v j))
      by (apply Rmult_le_compat_r; lra). lra. }
  (* sum_j w_j (v_j - o) = 0: an error in common to all weights moves nothing *)
  assert (centred : Rabs (sum_below (fun j => p j * v j) n - o * sum_below p n) <= z * spread).
  { rewrite <- sum_factor, <- sum_minus.
    replace (sum_below (fun j => p j * v j - o * p j) n)
      with (sum_below (fun j => (p j - z * w j) * (v j - o)) n + z * sum_below (fun j => w j * v j - o * w j) n).
    - rewrite (sum_minus n (fun j => w j * v j) (fun j => o * w j)), (sum_factor n o w), one, mean.
      replace (z * (o - o * 1)) with 0 by ring. rewrite Rplus_0_r. unfold spread. rewrite <- sum_factor.
      apply sum_absolute. intros j J. rewrite Rabs_mult. destruct (W j J) as (A & B).
      destruct (abs_exponent _ _ B) as (C & _).
      unfold p. replace (z * w j * exp (theta j) - z * w j) with (z * w j * (exp (theta j) - 1)) by ring.
      assert (ZW := zw j J). rewrite Rabs_mult, (Rabs_pos_eq (z * w j)) by exact ZW.
      assert (z * w j * Rabs (exp (theta j) - 1) <= z * w j * (exp (l j) - 1)) by (apply Rmult_le_compat_l; assumption).
      assert (Q := Rabs_pos (v j - o)).
      assert (z * w j * Rabs (exp (theta j) - 1) * Rabs (v j - o) <= z * w j * (exp (l j) - 1) * Rabs (v j - o))
        by (apply Rmult_le_compat_r; assumption). lra.
    - rewrite <- sum_factor, <- sum_plus. apply sum_same. intros j J. ring. }
  set (error := spread + kv * magnitude + k * Rabs o * (1 + grown) + eta + Rabs o * zeta).
  assert (near : Rabs (numerator - o * denominator) <= z * error).
  { replace (numerator - o * denominator) with ((numerator - sum_below (fun j => p j * v j) n)
      + (sum_below (fun j => p j * v j) n - o * sum_below p n) - o * (denominator - sum_below p n)) by ring.
    assert (T1 := Rabs_triang (numerator - sum_below (fun j => p j * v j) n +
      (sum_below (fun j => p j * v j) n - o * sum_below p n))
      (- (o * (denominator - sum_below p n)))).
    assert (T2 := Rabs_triang (numerator - sum_below (fun j => p j * v j) n) (sum_below (fun j => p j * v j) n -
      o * sum_below p n)).
    rewrite Rabs_Ropp, Rabs_mult in T1. assert (O := Rabs_pos o).
    assert (A : Rabs o * Rabs (denominator - sum_below p n) <= Rabs o * (k * (z * (1 + grown)) + zeta * z)).
    { apply Rmult_le_compat_l; [exact O|]. eapply Rle_trans; [exact Y|].
      apply Rplus_le_compat_r, Rmult_le_compat_l; lra. }
    assert (B : kv * sum_below (fun j => p j * Rabs (v j)) n <= kv * (z * magnitude))
      by (apply Rmult_le_compat_l; assumption).
    unfold error. unfold Rminus in *. lra. }
  assert (D : z * low <= denominator).
  { apply Rabs_le_inv in Y. assert ((1 - k) * (z * (1 - shrunk)) <= (1 - k) * sum_below p n)
      by (apply Rmult_le_compat_l; lra).
    assert (z * low <= z * ((1 - k) * (1 - shrunk) - zeta)) by (apply Rmult_le_compat_l; lra). lra. }
  assert (ZL : 0 < z * low) by (apply Rmult_lt_0_compat; lra).
  split; [lra|]. assert (DP : 0 < denominator) by lra.
  replace (numerator / denominator - o) with ((numerator - o * denominator) / denominator) by (field; lra).
  unfold Rdiv at 1. rewrite Rabs_mult, Rabs_inv, (Rabs_pos_eq denominator) by lra.
  apply Rle_trans with (z * error * / (z * low)).
  - apply Rmult_le_compat; [apply Rabs_pos|left; apply Rinv_0_lt_compat; lra|exact near|apply Rinv_le_contravar; lra].
  - right. field. lra.
Qed.

(* weights that are divided by their sum before they multiply the values *)
Lemma divided_before : forall (n : Z) (p q v : A_seq) sum y kv eta,
  0 < y -> (forall j, key n j -> q j = p j / y) ->
  Rabs (sum - sum_below (fun j => q j * v j) n) <= kv * sum_below (fun j => q j * Rabs (v j)) n + eta ->
  Rabs (sum * y - sum_below (fun j => p j * v j) n) <= kv * sum_below (fun j => p j * Rabs (v j)) n + eta * y.
Proof.
  intros n p q v sum y kv eta Y Q S.
  assert (A : forall g : A_seq, y * sum_below (fun j => q j * g j) n = sum_below (fun j => p j * g j) n).
  { intro g. rewrite <- sum_factor. apply sum_same. intros j J. rewrite (Q j J). field. lra. }
  rewrite <- (A v), <- (A (fun j => Rabs (v j))).
  replace (sum * y - y * sum_below (fun j => q j * v j) n) with (y * (sum - sum_below (fun j => q j * v j) n)) by ring.
  rewrite Rabs_mult, (Rabs_pos_eq y) by lra.
  assert (y * Rabs (sum - sum_below (fun j => q j * v j) n) <= y * (kv * sum_below (fun j => q j * Rabs (v j)) n + eta))
    by (apply Rmult_le_compat_l; lra). lra.
Qed.

(* ---- section 6: a mean of the values, whatever its weights ---- *)

Lemma any_mean_within : forall (n : Z) (p v : A_seq) total z top c numerator denominator kv k eta zeta,
  0 < z -> (forall j, key n j -> 0 <= p j /\ Rabs (v j) <= top) -> 0 <= top -> sum_below p n = total -> z <= total ->
  c = sum_below (fun j => p j * v j) n / total -> 0 <= kv -> 0 <= k -> 0 <= eta -> 0 <= zeta ->
  Rabs (numerator - sum_below (fun j => p j * v j) n) <= kv * sum_below (fun j => p j * Rabs (v j)) n + eta * z ->
  Rabs (denominator - total) <= k * total + zeta * z -> 0 < 1 - k - zeta ->
  Rabs c <= top /\ 0 < denominator /\
  Rabs (numerator / denominator - c) <= (kv * top + eta + top * (k + zeta)) / (1 - k - zeta).
Proof.
  intros n p v total z top c a b kv k eta zeta Z0 P TOP S L C KV K E ZE N D LEAST.
  assert (T0 : 0 < total) by lra.
  assert (V : sum_below (fun j => p j * Rabs (v j)) n <= top * total).
  { rewrite <- S, <- sum_factor. apply sum_monotone. intros j J. destruct (P j J) as (A & B).
    assert (p j * Rabs (v j) <= p j * top) by (apply Rmult_le_compat_l; assumption). lra. }
  assert (V2 : Rabs (sum_below (fun j => p j * v j) n) <= sum_below (fun j => p j * Rabs (v j)) n).
  { apply sum_absolute. intros j J. destruct (P j J) as (A & B). rewrite Rabs_mult, (Rabs_pos_eq (p j)) by exact A.
    lra. }
  assert (C2 : sum_below (fun j => p j * v j) n = c * total) by (rewrite C; field; lra).
  assert (CT : Rabs c <= top).
  { apply Rmult_le_reg_r with total; [exact T0|]. rewrite <- (Rabs_pos_eq total) at 1 by lra.
    rewrite <- Rabs_mult, <- C2. lra. }
  assert (ZT : zeta * z <= zeta * total) by (apply Rmult_le_compat_l; lra).
  assert (ET : eta * z <= eta * total) by (apply Rmult_le_compat_l; lra).
  assert (B1 : total * (1 - k - zeta) <= b) by (apply Rabs_le_inv in D; lra).
  assert (B0 : 0 < total * (1 - k - zeta)) by (apply Rmult_lt_0_compat; lra).
  split; [exact CT|]. split; [lra|].
  replace (a / b - c) with ((a - c * b) / b) by (field; lra).
  assert (H : Rabs (a - c * b) <= total * (kv * top + eta + top * (k + zeta))).
  { replace (a - c * b) with ((a - c * total) - c * (b - total)) by ring.
    assert (T := Rabs_triang (a - c * total) (- (c * (b - total)))). rewrite Rabs_Ropp, Rabs_mult in T.
    assert (Rabs c * Rabs (b - total) <= top * (k * total + zeta * total)).
    { apply Rmult_le_compat; try apply Rabs_pos; lra. }
    assert (kv * sum_below (fun j => p j * Rabs (v j)) n <= kv * (top * total))
      by (apply Rmult_le_compat_l; assumption).
    rewrite C2 in N. unfold Rminus in *. lra. }
  unfold Rdiv at 1. rewrite Rabs_mult, Rabs_inv, (Rabs_pos_eq b) by lra.
  apply Rle_trans with (total * (kv * top + eta + top * (k + zeta)) * / (total * (1 - k - zeta))).
  - apply Rmult_le_compat; [apply Rabs_pos|left; apply Rinv_0_lt_compat; lra|exact H|apply Rinv_le_contravar; lra].
  - right. field. lra.
Qed.

Lemma two_means : forall (n : Z) (p w v : A_seq) c o low high total, (forall j, key n j -> 0 <= p j /\
  low <= v j <= high) ->
  sum_below p n = total -> 0 < total -> c = sum_below (fun j => p j * v j) n / total ->
  Rabs (c - o) <= Rmax (high - o) (o - low).
Proof.
  intros n p w v c o low high total P S T C.
  assert (A : low * total <= sum_below (fun j => p j * v j) n <= high * total).
  { rewrite <- S, <- !sum_factor. split; apply sum_monotone; intros j J; destruct (P j J) as (Q & (L & H)).
    - rewrite (Rmult_comm low). apply Rmult_le_compat_l; assumption.
    - rewrite (Rmult_comm high). apply Rmult_le_compat_l; assumption. }
  assert (B : low <= c <= high).
  { rewrite C. split; apply Rmult_le_reg_r with total; try exact T; unfold Rdiv; rewrite Rmult_assoc, Rinv_l by lra;
      lra. }
  assert (M1 := Rmax_l (high - o) (o - low)). assert (M2 := Rmax_r (high - o) (o - low)). apply Rabs_le. lra.
Qed.

(* ---- the logarithm of the sum ---- *)

Lemma log_near : forall y x low, 0 < low -> low <= y -> y <= 1 + x -> Rabs (ln y) <= Rmax x ((1 - low) / low).
Proof.
  intros y x low P L H.
  assert (U : ln y <= x).
  { destruct (Req_dec y (exp x)) as [E|E]; [rewrite E, ln_exp; lra|]. rewrite <- (ln_exp x).
    left. apply ln_increasing; [lra|]. assert (A := exp_above x). lra. }
  assert (D : - ((1 - low) / low) <= ln y).
  { rewrite <- (ln_exp (- ((1 - low) / low))).
    assert (A := exp_above ((1 - low) / low)). replace (1 + (1 - low) / low) with (/ low) in A by (field; lra).
    assert (O : 0 < / low) by (apply Rinv_0_lt_compat; lra). assert (Q := Rinv_le_contravar _ _ O A).
    rewrite Rinv_inv, <- exp_Ropp in Q. destruct (Req_dec y (exp (- ((1 - low) / low)))) as [E|E]; [rewrite <- E; lra|].
    left. apply ln_increasing; [apply exp_pos|lra]. }
  assert (M1 := Rmax_l x ((1 - low) / low)). assert (M2 := Rmax_r x ((1 - low) / low)). apply Rabs_le. lra.
Qed.

(* m and the logarithm, each scaled and rounded, then added: three roundings each, and two of the sum *)
Lemma log_sum_exp_within : forall u t m z y r bound a b s, 0 <= u -> 0 <= t -> 16 * u < 1 -> 0 < z -> 0 < y ->
  Rabs (ln y) <= r -> Rabs m <= bound -> P_roundings u t 3 m a -> P_roundings u t 3 (ln (z * y)) b ->
    P_roundings u t 2 (a + b) s ->
  Rabs (s - (m + ln z)) <= r + gamma 8 u * (bound + Rabs (m + ln z) + r) + 16 * t.
Proof.
  intros u t m z y r bound a b s U T S Z0 Y R M A B X.
  assert (WA := roundings_gamma u t 3 m a U T ltac:(lra) A). assert (WB := roundings_gamma u t 3 _ b U T ltac:(lra) B).
  assert (WX := roundings_gamma u t 2 _ s U T ltac:(lra) X). unfold near_rounded in *.
  rewrite ln_mult in * by assumption.
  set (L := m + ln z) in *.
  assert (V : Rabs (ln z + ln y) <= Rabs L + bound + r).
  { replace (ln z + ln y) with (L + - m + ln y) by (unfold L; ring). eapply Rle_trans; [apply Rabs_triang|].
    assert (Q := Rabs_triang L (- m)). rewrite Rabs_Ropp in Q. lra. }
  assert (G2 := gamma_positive 2 u ltac:(lra)). assert (G3 := gamma_positive 3 u ltac:(lra)).
  assert (G8 := gamma_positive 8 u ltac:(lra)).
  assert (C5 := gamma_compound 3 2 u U ltac:(lra) ltac:(lra) ltac:(lra)). replace (3 + 2) with 5 in C5 by ring.
  assert (M5 := gamma_monotone 5 8 u U ltac:(lra) ltac:(lra)).
  assert (C6 : 2 * (gamma 3 u * (1 + gamma 2 u)) <= gamma 8 u).
  { rewrite (gamma_plus_one 2 u) by lra. unfold L_gamma_of.
    apply Rmult_le_reg_r with ((1 - 3 * u) * (1 - 2 * u) * (1 - 8 * u)); [repeat apply Rmult_lt_0_compat; lra|].
    replace (2 * (3 * u / (1 - 3 * u) * / (1 - 2 * u)) * ((1 - 3 * u) * (1 - 2 * u) * (1 - 8 * u)))
      with (u * (6 * (1 - 8 * u))) by (field; lra).
    replace (8 * u / (1 - 8 * u) * ((1 - 3 * u) * (1 - 2 * u) * (1 - 8 * u)))
      with (u * (8 * ((1 - 3 * u) * (1 - 2 * u)))) by (field; lra).
    apply Rmult_le_compat_l; [exact U|]. assert (0 <= u * u) by (apply Rmult_le_pos; assumption). lra. }
  assert (tiny3 : gamma 3 u <= 3 / 13).
  { unfold L_gamma_of. apply Rmult_le_reg_r with (1 - 3 * u); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra.
    lra. }
  assert (tiny2 : gamma 2 u <= 1 / 7).
  { unfold L_gamma_of. apply Rmult_le_reg_r with (1 - 2 * u); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra.
    lra. }
  set (g2 := gamma 2 u) in *. set (g3 := gamma 3 u) in *. set (g8 := gamma 8 u) in *. unfold L_compound in C5.
  clearbody g2 g3 g8.
  assert (W1 : g3 * Rabs m <= g3 * bound) by (apply Rmult_le_compat_l; assumption).
  assert (W2 : g3 * Rabs (ln z + ln y) <= g3 * (Rabs L + bound + r)) by (apply Rmult_le_compat_l; assumption).
  set (e1 := g3 * (2 * bound + Rabs L + r) + 6 * t * (1 + g3)).
  assert (E1 : Rabs (a + b - (L + ln y)) <= e1).
  { replace (a + b - (L + ln y)) with ((a - m) + (b - (ln z + ln y))) by (unfold L; ring).
    eapply Rle_trans; [apply Rabs_triang|].
    unfold e1. simpl (IZR 3) in *. lra. }
  assert (E2 : Rabs (a + b) <= Rabs L + r + e1).
  { replace (a + b) with (L + ln y + (a + b - (L + ln y))) by ring. eapply Rle_trans; [apply Rabs_triang|].
    assert (Q := Rabs_triang L (ln y)). lra. }
  replace (s - L) with ((s - (a + b)) + (a + b - (L + ln y)) + ln y) by ring.
  assert (Q1 := Rabs_triang (s - (a + b) + (a + b - (L + ln y))) (ln y)).
  assert (Q2 := Rabs_triang (s - (a + b)) (a + b - (L + ln y))).
  assert (W3 : g2 * Rabs (a + b) <= g2 * (Rabs L + r + e1)) by (apply Rmult_le_compat_l; assumption).
  assert (B0 : 0 <= bound) by (eapply Rle_trans; [apply Rabs_pos|exact M]).
  assert (R0 : 0 <= r) by (eapply Rle_trans; [apply Rabs_pos|exact R]).
  assert (L0 := Rabs_pos L).
  assert (K1 : 2 * (g3 * (1 + g2)) * bound <= g8 * bound) by (apply Rmult_le_compat_r; assumption).
  assert (K2 : (g3 + g2 + g3 * g2) * (Rabs L + r) <= g8 * (Rabs L + r)) by (apply Rmult_le_compat_r; lra).
  assert (K3 : (1 + g3) * (1 + g2) <= 16 / 13 * (8 / 7)) by (apply Rmult_le_compat; lra).
  assert (K4 : 6 * t * ((1 + g3) * (1 + g2)) <= 6 * t * (16 / 13 * (8 / 7))) by (apply Rmult_le_compat_l; lra).
  assert (K5 : 2 * t * (1 + g2) <= 2 * t * (8 / 7)) by (apply Rmult_le_compat_l; lra).
  unfold e1 in *. simpl (IZR 2) in *. lra.
Qed.

Lemma error_moved : forall n (w l theta moved error : A_seq) i, key n i ->
  (forall j, key n j -> Rabs (theta j) <= l j) ->
  (forall j, moved j = theta j - theta i) -> error i = 0 -> (forall j, key n j -> j <> i -> error j = l j + l i) ->
  (forall j, key n j -> Rabs (moved j) <= error j) /\ 1 <= exp (theta i) * exp (l i).
Proof.
  intros n w l theta moved error i I H M E0 E. split.
  - intros j J. rewrite M. destruct (Z.eq_dec j i) as [Q|Q].
    + rewrite Q, E0. replace (theta i - theta i) with 0 by ring. rewrite Rabs_R0. lra.
    + rewrite (E j J Q). assert (A := H j J). assert (B := H i I).
      replace (theta j - theta i) with (theta j + - theta i) by ring. eapply Rle_trans; [apply Rabs_triang|].
      rewrite Rabs_Ropp. lra.
  - rewrite <- exp_plus, <- exp_0 at 1. apply exp_monotone. assert (A := H i I). apply Rabs_le_inv in A. lra.
Qed.
