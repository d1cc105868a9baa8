(* ramp_math.v - frequencies between two others, by a ramp that is clipped. *)
From Coq Require Import Reals ZArith Lia Lra.
From Flocq Require Import Core.
Require Import BuiltIn.
From Plumbline.model Require Import sequence rounded_sum.
From Plumbline.compare Require Import rounded_sum_math sums_math activation_math.
Open Scope R_scope.

Definition clipped (x : R) : R := Rmin 1 (Rmax 0 x).
Definition ramp (x low high : R) : R := (x - low) / (high - low).

Ltac cases := unfold clipped, Rmin, Rmax in *; repeat match goal with
  | |- context [Rle_dec ?a ?b] => destruct (Rle_dec a b)
  | H : context [Rle_dec ?a ?b] |- _ => destruct (Rle_dec a b) end.

Lemma clipped_range : forall x, 0 <= clipped x <= 1.
Proof. intro x. cases; lra. Qed.

Lemma clipped_monotone : forall x y, x <= y -> clipped x <= clipped y.
Proof. intros x y L. cases; lra. Qed.

(* below: the clipped ramp rises by no more than the farther end moves *)
Lemma ramp_rises : forall x low high low' high' e width, low < high -> 0 < width -> width <= high' - low' ->
  low - e <= low' -> high - e <= high' -> 0 <= e -> clipped (ramp x low' high') <=
    clipped (ramp x low high) + e / width.
Proof.
  intros x low high low' high' e width W P W' L H E.
  assert (EW : 0 <= e / width) by (apply Rmult_le_pos; [exact E|left; apply Rinv_0_lt_compat, P]).
  assert (R := clipped_range (ramp x low' high')).
  destruct (Rle_lt_dec high x) as [X|X].
  { assert (1 <= ramp x low high).
    { unfold ramp. apply Rmult_le_reg_r with (high - low); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra.
      lra. }
    assert (clipped (ramp x low high) = 1) by (cases; lra). lra. }
  destruct (Rle_lt_dec x low') as [Y|Y].
  { assert (ramp x low' high' <= 0).
    { unfold ramp, Rdiv. rewrite <- (Rmult_0_l (/ (high' - low'))).
      apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra|lra]. }
    assert (clipped (ramp x low' high') = 0) by (cases; lra). assert (Q := clipped_range (ramp x low high)). lra. }
  assert (S : ramp x low' high' <= (if Rle_dec low x then ramp x low high else 0) + e / (high' - low')).
  { destruct (Rle_dec low x) as [Z|Z].
    - (* (x - low')(high - low) - (x - low)(high' - low') = b (high - x) + c (x - low), b = low - low', c = high -
         high' *)
      unfold ramp. apply Rmult_le_reg_r with ((high' - low') * (high - low)); [apply Rmult_lt_0_compat; lra|].
      replace ((x - low') / (high' - low') * ((high' - low') * (high - low))) with ((x - low') * (high - low))
        by (field; lra).
      replace (((x - low) / (high - low) + e / (high' - low')) * ((high' - low') * (high - low)))
        with ((x - low) * (high' - low') + e * (high - low)) by (field; lra).
      assert ((low - low') * (high - x) <= e * (high - x)) by (apply Rmult_le_compat_r; lra).
      assert ((high - high') * (x - low) <= e * (x - low)) by (apply Rmult_le_compat_r; lra). lra.
    - rewrite Rplus_0_l. unfold ramp. apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra|lra]. }
  assert (D : e / (high' - low') <= e / width) by (apply Rmult_le_compat_l; [exact E|apply Rinv_le_contravar; lra]).
  assert (T : (if Rle_dec low x then ramp x low high else 0) <= clipped (ramp x low high)).
  { destruct (Rle_dec low x) as [Z|Z]; [|apply clipped_range].
    assert (ramp x low high < 1).
    { unfold ramp. apply Rmult_lt_reg_r with (high - low); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra.
      lra. }
    cases; lra. }
  assert (B : clipped (ramp x low' high') <= Rmax 0 (ramp x low' high')) by (cases; lra).
  assert (0 <= clipped (ramp x low high)) by apply clipped_range.
  unfold Rmax in B. destruct (Rle_dec 0 (ramp x low' high')); lra.
Qed.

Lemma ramp_reversed : forall x low high, high - low <> 0 -> ramp (- x) (- high) (- low) = 1 - ramp x low high.
Proof. intros x low high N. unfold ramp. field. lra. Qed.

Lemma clipped_reversed : forall x, clipped (1 - x) = 1 - clipped x.
Proof. intro x. cases; lra. Qed.

(* A place x off by a, ends off by e. *)
Lemma ramp_ends : forall x low high low' high' e width, low < high -> 0 < width -> width <= high' - low' ->
  Rabs (low' - low) <= e -> Rabs (high' - high) <= e -> Rabs (clipped (ramp x low' high') -
    clipped (ramp x low high)) <= e / width.
Proof.
  intros x low high low' high' e width W P W' L H. assert (E : 0 <= e) by (eapply Rle_trans; [apply Rabs_pos|exact L]).
  apply Rabs_le_inv in L. apply Rabs_le_inv in H. apply Rabs_le. split.
  - assert (A := ramp_rises (- x) (- high) (- low) (- high') (- low') e width ltac:(lra) P ltac:(lra) ltac:(lra)
      ltac:(lra) E).
    rewrite !ramp_reversed, !clipped_reversed in A by lra. lra.
  - assert (A := ramp_rises x low high low' high' e width W P W' ltac:(lra) ltac:(lra) E). lra.
Qed.

Lemma clipped_relative : forall x d k, 0 <= k -> Rabs (d - x) <= k * Rabs x -> Rabs (clipped d - clipped x) <= k.
Proof.
  intros x d k K D. apply Rabs_le_inv in D. apply Rabs_le.
  destruct (Rle_lt_dec x 0) as [X|X].
  - rewrite Rabs_left1 in D by exact X.
    destruct (Rle_lt_dec k 1) as [K1|K1].
    + assert (k * - x <= 1 * - x) by (apply Rmult_le_compat_r; lra). cases; lra.
    + assert (A := clipped_range d). assert (B := clipped_range x). lra.
  - rewrite Rabs_pos_eq in D by lra. destruct (Rle_lt_dec x 1) as [Y|Y].
    + assert (k * x <= k * 1) by (apply Rmult_le_compat_l; lra). cases; lra.
    + destruct (Rle_lt_dec k 1) as [K1|K1].
      * assert ((1 - k) * 1 <= (1 - k) * x) by (apply Rmult_le_compat_l; lra). cases; lra.
      * assert (A := clipped_range d). assert (B := clipped_range x). lra.
Qed.

(* the place itself off, which matters only below the upper end *)
Lemma ramp_place : forall x y low high a, low < high -> Rabs (Rmin y high - Rmin x high) <= a ->
  Rabs (clipped (ramp y low high) - clipped (ramp x low high)) <= a / (high - low).
Proof.
  intros x y low high a W A.
  assert (below : forall z, clipped (ramp z low high) = clipped (ramp (Rmin z high) low high)).
  { intro z. unfold Rmin at 1. destruct (Rle_dec z high) as [L|L]; [reflexivity|].
    assert (E1 : ramp high low high = 1) by (unfold ramp; field; lra).
    assert (E2 : 1 <= ramp z low high).
    { unfold ramp. apply Rmult_le_reg_r with (high - low); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra.
      lra. }
    rewrite E1. cases; lra. }
  rewrite (below y), (below x). set (p := Rmin y high) in *. set (q := Rmin x high) in *.
  assert (C : forall s t, Rabs (clipped s - clipped t) <= Rabs (s - t)).
  { intros s t. eapply Rle_trans; [apply clip_contracts|apply Rmin_l]. }
  eapply Rle_trans; [apply C|].
  replace (ramp p low high - ramp q low high) with ((p - q) / (high - low)) by (unfold ramp; field; lra).
  unfold Rdiv. rewrite Rabs_mult, (Rabs_pos_eq (/ (high - low))) by (left; apply Rinv_0_lt_compat; lra).
  apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra|exact A].
Qed.

Lemma turns_within : forall t y high k, 0 <= t -> 0 <= high -> 0 <= k <= 1 -> Rabs (y - t) <= k * t ->
  Rabs (Rmin y high - Rmin t high) <= k * Rmin t high.
Proof.
  intros t y high k T H K D. apply Rabs_le_inv in D. apply Rabs_le. unfold Rmin.
  destruct (Rle_dec t high) as [L|L].
  - destruct (Rle_dec y high); lra.
  - assert ((1 - k) * high <= (1 - k) * t) by (apply Rmult_le_compat_l; lra).
    assert (0 <= k * high) by (apply Rmult_le_pos; lra).
    destruct (Rle_dec y high); lra.
Qed.

(* The ramp as computed: the place off, its ends off by e, roundings of its own. *)
Lemma ramp_within : forall x y low high low' high' a e width k r, low < high -> 0 < width -> width <= high' - low' ->
  0 <= k ->
  Rabs (Rmin y high - Rmin x high) <= a -> Rabs (low' - low) <= e -> Rabs (high' - high) <= e ->
  Rabs (r - ramp y low' high') <= k * Rabs (ramp y low' high') ->
  Rabs (clipped r - clipped (ramp x low high)) <= a / (high - low) + e / width + k.
Proof.
  intros x y low high low' high' a e width k r W P W' K A L H R.
  replace (clipped r - clipped (ramp x low high)) with ((clipped r - clipped (ramp y low' high')) +
    (clipped (ramp y low' high') - clipped (ramp y low high)) + (clipped (ramp y low high) - clipped (ramp x low high)))
      by ring.
  assert (B1 := clipped_relative _ _ _ K R). assert (B2 := ramp_ends y low high low' high' e width W P W' L H).
  assert (B3 := ramp_place x y low high a W A).
  eapply Rle_trans; [apply Rabs_triang|].
  assert (Q := Rabs_triang (clipped r - clipped (ramp y low' high')) (clipped (ramp y low' high') -
    clipped (ramp y low high))). lra.
Qed.

(* beyond an end as far as all that may move it, the clipped ramp is exact *)
Lemma ramp_settled : forall y low high low' high' e k r, low' < high' -> 0 <= k <= 1 ->
  Rabs (low' - low) <= e -> Rabs (high' - high) <= e -> Rabs (r - ramp y low' high') <= k * Rabs (ramp y low' high') ->
  (y + e <= low -> clipped r = 0) /\ (high + e + k * (y - low + e) <= y -> clipped r = 1).
Proof.
  intros y low high low' high' e k r W K L H R. apply Rabs_le_inv in L. apply Rabs_le_inv in H. apply Rabs_le_inv in R.
  assert (I : 0 < / (high' - low')) by (apply Rinv_0_lt_compat; lra). split; intro Y.
  - assert (N : ramp y low' high' <= 0).
    { unfold ramp, Rdiv. rewrite <- (Rmult_0_l (/ (high' - low'))). apply Rmult_le_compat_r; lra. }
    rewrite Rabs_left1 in R by exact N. assert (k * - ramp y low' high' <= 1 * - ramp y low' high')
      by (apply Rmult_le_compat_r; lra).
    cases; lra.
  - assert (E : 0 <= e) by lra.
    assert (M : k * (y - low') <= k * (y - low + e)) by (apply Rmult_le_compat_l; lra).
    assert (S : 1 <= (1 - k) * ramp y low' high').
    { unfold ramp, Rdiv. apply Rmult_le_reg_r with (high' - low'); [lra|].
      replace ((1 - k) * ((y - low') * / (high' - low')) * (high' - low')) with ((1 - k) * (y - low')) by (field; lra).
      lra. }
    assert (N : 0 <= ramp y low' high').
    { destruct (Rle_lt_dec 0 (ramp y low' high')) as [Q|Q]; [exact Q|].
      assert ((1 - k) * ramp y low' high' <= (1 - k) * 0) by (apply Rmult_le_compat_l; lra). lra. }
    rewrite Rabs_pos_eq in R by exact N. cases; lra.
Qed.

(* theta (w + (1 - w)/s) for a w between 0 and 1 that is off, of a frequency that is off *)
Lemma mixed_frequency : forall theta theta' w w' s off k b x y, 0 < s -> 0 <= w <= 1 -> 0 <= w' <= 1 ->
  Rabs (w' - w) <= off -> 0 <= b ->
  Rabs (theta' - theta) <= k * Rabs theta -> Rabs (x - theta' * w') <= b * Rabs (theta' * w') ->
  Rabs (y - theta' * ((1 - w') / s)) <= b * Rabs (theta' * ((1 - w') / s)) ->
  let phi := w + (1 - w) / s in
  Rabs (x + y - theta * phi) <= compound k (compound b (off * Rabs (1 - 1 / s) / phi)) * Rabs (theta * phi).
Proof.
  intros theta theta' w w' s off k b x y S W W' O B T X Y phi.
  assert (I : 0 < / s) by (apply Rinv_0_lt_compat, S).
  assert (P : forall v, 0 <= v <= 1 -> 0 < v + (1 - v) / s /\ 0 <= (1 - v) / s).
  { intros v V. assert (Q : 0 <= (1 - v) / s) by (unfold Rdiv; apply Rmult_le_pos; lra). split; [|exact Q].
    destruct (Req_dec v 0) as [E|E]; [rewrite E; unfold Rdiv; lra|lra]. }
  destruct (P w W) as (P0 & _). fold phi in P0. destruct (P w' W') as (P1 & P2). set (phi' := w' + (1 - w') / s) in *.
  set (rho := off * Rabs (1 - 1 / s) / phi).
  assert (D : Rabs (phi' - phi) <= rho * phi).
  { replace (phi' - phi) with ((w' - w) * (1 - 1 / s)) by (unfold phi', phi; field; lra).
    replace (rho * phi) with (off * Rabs (1 - 1 / s)) by (unfold rho; field; lra). rewrite Rabs_mult.
    apply Rmult_le_compat_r; [apply Rabs_pos|exact O]. }
  assert (Z : Rabs (x + y - theta' * phi') <= b * (Rabs theta' * phi')).
  { replace (x + y - theta' * phi') with ((x - theta' * w') + (y - theta' * ((1 - w') / s))) by (unfold phi'; ring).
    eapply Rle_trans; [apply Rabs_triang|]. rewrite !Rabs_mult in X, Y. rewrite (Rabs_pos_eq w') in X by lra.
    rewrite (Rabs_pos_eq ((1 - w') / s)) in Y by exact P2.
    unfold phi'. lra. }
  assert (TS : Rabs theta' <= (1 + k) * Rabs theta).
  { replace theta' with (theta + (theta' - theta)) by ring. eapply Rle_trans; [apply Rabs_triang|]. lra. }
  assert (PS : phi' <= (1 + rho) * phi) by (apply Rabs_le_inv in D; lra).
  assert (A1 : Rabs theta' * phi' <= (1 + k) * Rabs theta * ((1 + rho) * phi))
    by (apply Rmult_le_compat; try apply Rabs_pos; lra).
  assert (A2 : b * (Rabs theta' * phi') <= b * ((1 + k) * Rabs theta * ((1 + rho) * phi)))
    by (apply Rmult_le_compat_l; assumption).
  assert (A3 : Rabs (theta' * (phi' - phi)) <= (1 + k) * Rabs theta * (rho * phi))
    by (rewrite Rabs_mult; apply Rmult_le_compat; try apply Rabs_pos; assumption).
  assert (A4 : Rabs ((theta' - theta) * phi) <= k * Rabs theta * phi) by (rewrite Rabs_mult, (Rabs_pos_eq phi) by lra;
    apply Rmult_le_compat_r; lra).
  replace (x + y - theta * phi) with ((x + y - theta' * phi') + theta' * (phi' - phi) + (theta' - theta) * phi) by ring.
  eapply Rle_trans; [apply Rabs_triang|]. assert (Q := Rabs_triang (x + y - theta' * phi') (theta' * (phi' - phi))).
  rewrite (Rabs_mult theta phi), (Rabs_pos_eq phi) by lra. unfold L_compound. fold rho. clearbody rho phi phi'.
  set (T0 := Rabs theta) in *. clearbody T0. lra.
Qed.

(* a gamma may stand with roundings that were compounded already *)
Lemma gamma_takes_more : forall a w u, 0 <= u -> 0 <= a -> 0 <= w -> (a + w) * u < 1 ->
  compound (gamma a u) (w * u * (1 + gamma a u)) <= gamma (a + w) u.
Proof.
  intros a w u U A W L. assert (AU : 0 <= a * u) by (apply Rmult_le_pos; assumption).
  assert (WU : 0 <= w * u) by (apply Rmult_le_pos; assumption).
  assert (E1 := gamma_plus_one a u ltac:(lra)). assert (E2 := gamma_plus_one (a + w) u L).
  replace (compound (gamma a u) (w * u * (1 + gamma a u))) with ((1 + gamma a u) * (1 + w * u * (1 + gamma a u)) - 1)
    by (unfold L_compound; ring).
  rewrite E1. apply Rplus_le_reg_l with 1. rewrite E2.
  replace (1 + (/ (1 - a * u) * (1 + w * u * / (1 - a * u)) - 1)) with
    ((1 - a * u + w * u) / ((1 - a * u) * (1 - a * u))) by (field; lra).
  replace (1 - (a + w) * u) with (1 - a * u - w * u) by ring.
  apply Rmult_le_reg_r with ((1 - a * u) * (1 - a * u) * (1 - a * u - w * u));
    [apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat|]; lra|].
  replace ((1 - a * u + w * u) / ((1 - a * u) * (1 - a * u)) * ((1 - a * u) * (1 - a * u) * (1 - a * u - w * u)))
    with ((1 - a * u + w * u) * (1 - a * u - w * u)) by (field; lra).
  replace (/ (1 - a * u - w * u) * ((1 - a * u) * (1 - a * u) * (1 - a * u - w * u))) with ((1 - a * u) * (1 - a * u))
    by (field; lra).
  assert (0 <= (w * u) * (w * u)) by (apply Rmult_le_pos; assumption). lra.
Qed.
