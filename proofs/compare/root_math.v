(* root_math.v - roots of weights and of their sum when some of them underflow. *)
From Coq Require Import Reals ZArith Lia Lra.
From Flocq Require Import Core.
Require Import BuiltIn.
From Plumbline.model Require Import sequence root.

From Plumbline.compare Require Import sums_math exponent_math activation_math.
Open Scope R_scope.

Lemma root_positive : forall x p, 0 <= L_root_of x p.
Proof. intros x p. unfold L_root_of. destruct (Rle_dec x 0); [lra|left; apply exp_pos]. Qed.

Lemma root_of_positive : forall x p, 0 < x -> L_root_of x p = exp (ln x / p).
Proof. intros x p X. unfold L_root_of. destruct (Rle_dec x 0); [lra|reflexivity]. Qed.

Lemma root_of_nothing : forall p, L_root_of 0 p = 0.
Proof. intro p. unfold L_root_of. destruct (Rle_dec 0 0); [reflexivity|lra]. Qed.

Lemma root_of_exponential : forall x p, 0 < p -> L_root_of (exp (p * x)) p = exp x.
Proof. intros x p P. rewrite root_of_positive by apply exp_pos. rewrite ln_exp. f_equal. field. lra. Qed.

Lemma root_monotone : forall x y p, 0 < p -> x <= y -> L_root_of x p <= L_root_of y p.
Proof.
  intros x y p P L. unfold L_root_of. destruct (Rle_dec x 0), (Rle_dec y 0); try lra; [left; apply exp_pos|].
  apply exp_monotone. apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, P|]. apply ln_monotone; lra.
Qed.

(* x^{1/p} = x x^{1/p - 1} *)
Lemma root_factor : forall x p, 0 < p -> 0 < x -> L_root_of x p = x * exp ((/ p - 1) * ln x).
Proof.
  intros x p P X. rewrite root_of_positive by exact X. rewrite <- (exp_ln x) at 2 by exact X. rewrite <- exp_plus.
  f_equal. field. lra.
Qed.

(* concave roots: of a sum at most the sum of the roots *)
Lemma root_subadditive : forall x t p, 1 <= p -> 0 <= x -> 0 <= t -> L_root_of (x + t) p <=
  L_root_of x p + L_root_of t p.
Proof.
  intros x t p P X T. assert (P0 : 0 < p) by lra.
  destruct (Req_dec x 0) as [E|E]; [rewrite E, Rplus_0_l, root_of_nothing; lra|].
  destruct (Req_dec t 0) as [F|F]; [rewrite F, Rplus_0_r, root_of_nothing; lra|].
  assert (I : / p <= 1) by (rewrite <- Rinv_1; apply Rinv_le_contravar; lra).
  rewrite !root_factor by lra.
  assert (D : forall y, 0 < y -> y <= x + t -> exp ((/ p - 1) * ln (x + t)) <= exp ((/ p - 1) * ln y)).
  { intros y Y L. apply exp_monotone. assert (A := ln_monotone y (x + t) Y L).
    assert ((1 - / p) * ln y <= (1 - / p) * ln (x + t)) by (apply Rmult_le_compat_l; lra). lra. }
  assert (A := D x ltac:(lra) ltac:(lra)). assert (B := D t ltac:(lra) ltac:(lra)).
  assert (x * exp ((/ p - 1) * ln (x + t)) <= x * exp ((/ p - 1) * ln x)) by (apply Rmult_le_compat_l; lra).
  assert (t * exp ((/ p - 1) * ln (x + t)) <= t * exp ((/ p - 1) * ln t)) by (apply Rmult_le_compat_l; lra). lra.
Qed.

(* convex roots: 1 - e^{-q y} <= q y, and what is left of the power is at most 2 *)
Lemma root_convex : forall x t p r, 0 < p <= 1 -> 0 <= x -> 0 < t -> 0 <= r -> x <= exp (p * r) -> r + t / p <= ln 2 ->
  L_root_of (x + t) p - L_root_of x p <= 2 * t / p.
Proof.
  intros x t p r P X T R B C.
  assert (I : 1 <= / p) by (rewrite <- Rinv_1 at 1; apply Rinv_le_contravar; lra).
  assert (TP : 0 < t / p) by (apply Rdiv_lt_0_compat; lra).
  (* the largest of x + t *)
  assert (L : ln (x + t) <= p * r + t).
  { assert (S : x + t <= exp (p * r + t)).
    { rewrite exp_plus. assert (A := exp_above t).
      assert (1 <= exp (p * r)) by (rewrite <- exp_0; apply exp_monotone, Rmult_le_pos; lra).
      assert (exp (p * r) * (1 + t) <= exp (p * r) * exp t) by (apply Rmult_le_compat_l; lra).
      assert (1 * t <= exp (p * r) * t) by (apply Rmult_le_compat_r; lra). lra. }
    assert (N := ln_monotone (x + t) _ ltac:(lra) S). rewrite ln_exp in N. exact N. }
  assert (W : exp ((/ p - 1) * ln (x + t)) <= 2).
  { rewrite <- (exp_ln 2) by lra. apply exp_monotone.
    assert (A : (/ p - 1) * ln (x + t) <= (/ p - 1) * (p * r + t)) by (apply Rmult_le_compat_l; lra).
    replace ((/ p - 1) * (p * r + t)) with (r + t / p - (p * r + t)) in A by (field; lra).
    assert (0 <= p * r) by (apply Rmult_le_pos; lra). lra. }
  rewrite (root_factor (x + t)) by lra. set (w := exp ((/ p - 1) * ln (x + t))) in *.
  assert (W0 : 0 < w) by apply exp_pos.
  destruct (Req_dec x 0) as [E|E].
  { rewrite E, root_of_nothing, Rplus_0_l. assert (t * w <= t * 2) by (apply Rmult_le_compat_l; lra).
    assert (t * 1 <= t * / p) by (apply Rmult_le_compat_l; lra). unfold Rdiv. lra. }
  (* x^q = (x + t)^q e^{-q y}, y = ln((x + t)/x) <= t/x, and (x + t) q y is more than q t only where x is less: take y
     from above *)
  rewrite root_factor by lra.
  set (v := exp ((/ p - 1) * ln x)).
  assert (Y : ln x - ln (x + t) >= - (t / x)).
  { assert (A : ln (x + t) <= ln x + t / x).
    { assert (S : x + t <= x * exp (t / x)).
      { assert (Q := exp_above (t / x)). assert (x * (1 + t / x) <= x * exp (t / x)) by (apply Rmult_le_compat_l; lra).
        replace (x * (1 + t / x)) with (x + t) in * by (field; lra). assumption. }
      assert (N := ln_monotone (x + t) _ ltac:(lra) S). rewrite ln_mult, ln_exp in N by (try apply exp_pos; lra).
      exact N. }
    lra. }
  assert (V : w * (1 - (/ p - 1) * (t / x)) <= v).
  { unfold v. replace ((/ p - 1) * ln x) with ((/ p - 1) * ln (x + t) + (/ p - 1) * (ln x - ln (x + t))) by ring.
    rewrite exp_plus. fold w.
    apply Rmult_le_compat_l; [lra|]. assert (Q := exp_above ((/ p - 1) * (ln x - ln (x + t)))).
    assert ((/ p - 1) * (- (t / x)) <= (/ p - 1) * (ln x - ln (x + t))) by (apply Rmult_le_compat_l; lra). lra. }
  assert (Z : x * (w * (1 - (/ p - 1) * (t / x))) <= x * v) by (apply Rmult_le_compat_l; lra).
  replace (x * (w * (1 - (/ p - 1) * (t / x)))) with ((x + t) * w - w * (t / p)) in Z by (field; lra).
  assert (w * (t / p) <= 2 * (t / p)) by (apply Rmult_le_compat_r; lra). unfold Rdiv in *. lra.
Qed.

Lemma underflow_leaves : forall y z t p r, 0 < p -> 0 <= y -> 0 <= z -> 0 <= t -> Rabs (z - y) <= t ->
  (1 <= p \/ 0 <= r /\ y <= exp (p * r) /\ r + t / p <= ln 2) ->
  Rabs (L_root_of z p - L_root_of y p) <= Rmax (L_root_of t p) (2 * t / p).
Proof.
  intros y z t p r P Y Z T D C. apply Rabs_le_inv in D.
  assert (S : forall x, 0 <= x -> x <= y -> L_root_of (x + t) p - L_root_of x p <= Rmax (L_root_of t p) (2 * t / p)).
  { intros x X XY. destruct (Req_dec t 0) as [E|E].
    { rewrite E, Rplus_0_r. eapply Rle_trans; [|apply Rmax_l]. rewrite root_of_nothing. lra. }
    destruct (Rle_lt_dec 1 p) as [Q|Q].
    - eapply Rle_trans; [|apply Rmax_l]. assert (A := root_subadditive x t p Q X T). lra.
    - destruct C as [C|(R & B & L)]; [lra|]. eapply Rle_trans; [|apply Rmax_r]. apply (root_convex x t p r); lra. }
  apply Rabs_le. split.
  - destruct (Rle_lt_dec z y) as [L|L].
    + assert (A := S z Z L). assert (M := root_monotone y (z + t) p P ltac:(lra)). lra.
    + assert (M := root_monotone y z p P ltac:(lra)). assert (Q := root_positive t p).
      assert (U := Rmax_l (L_root_of t p) (2 * t / p)). lra.
  - assert (A := S y Y ltac:(lra)). assert (M := root_monotone z (y + t) p P ltac:(lra)). lra.
Qed.

(* the weight a, its power off by an exponent p theta and by an underflow t: its root *)
Lemma weight_root_within : forall a theta e z t p r, 0 < p -> 0 < a -> Rabs theta <= e -> 0 <= z -> 0 <= t ->
  Rabs (z - exp (p * (ln a + theta))) <= t -> (1 <= p \/ 0 <= r /\ a * exp e <= exp r /\ r + t / p <= ln 2) ->
  Rabs (L_root_of z p - a) <= a * (exp e - 1) + Rmax (L_root_of t p) (2 * t / p).
Proof.
  intros a theta e z t p r P A TH Z T D C.
  assert (N := underflow_leaves (exp (p * (ln a + theta))) z t p r P ltac:(left; apply exp_pos) Z T D).
  rewrite root_of_exponential in N by exact P. rewrite exp_plus, exp_ln in N by exact A.
  destruct (abs_exponent theta e TH) as (M & _).
  replace (L_root_of z p - a) with ((L_root_of z p - a * exp theta) + a * (exp theta - 1)) by ring.
  eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_mult, (Rabs_pos_eq a) by lra.
  assert (a * Rabs (exp theta - 1) <= a * (exp e - 1)) by (apply Rmult_le_compat_l; lra).
  assert (B := N ltac:(destruct C as [C|(R & B & L)]; [left; exact C|right; split; [exact R|split; [|exact L]]];
    apply exp_monotone, Rmult_le_compat_l; [lra|];
      rewrite <- (ln_exp r), <- (ln_exp theta), <- ln_mult by (try apply exp_pos; exact A);
    apply ln_monotone; [apply Rmult_lt_0_compat; [exact A|apply exp_pos]|];
    eapply Rle_trans; [|exact B]; apply Rmult_le_compat_l; [lra|]; apply exp_monotone; apply Rabs_le_inv in TH; lra)).
    lra.
Qed.

(* the sum of the powers as computed, s of them exactly: its root *)
Lemma sum_root_within : forall s y p mean k x share, 0 < p -> 0 < s -> Rabs (ln s / p) <= mean -> 0 <= k -> 0 <= x ->
  Rabs (y - s) <= k * s + x -> share = k + x * exp (p * mean) -> share < 1 ->
  0 < y /\ Rabs (L_root_of y p - 1) <= exp (mean + share / (1 - share) / p) - 1.
Proof.
  intros s y p mean k x share P S M K X D SH L1. apply Rabs_le_inv in D.
  assert (S1 : exp (- (p * mean)) <= s).
  { rewrite <- (exp_ln s) by exact S. apply exp_monotone. apply Rabs_le_inv in M.
    assert (A : p * - mean <= p * (ln s / p)) by (apply Rmult_le_compat_l; lra).
    replace (p * (ln s / p)) with (ln s) in A by (field; lra). lra. }
  assert (XS : x <= x * exp (p * mean) * s).
  { assert (A : exp (p * mean) * exp (- (p * mean)) = 1) by (rewrite <- exp_plus, Rplus_opp_r; apply exp_0).
    assert (E := exp_pos (p * mean)). assert (exp (p * mean) * exp (- (p * mean)) <= exp (p * mean) * s)
      by (apply Rmult_le_compat_l; lra).
    assert (x * 1 <= x * (exp (p * mean) * s)) by (apply Rmult_le_compat_l; lra). lra. }
  assert (LO : s * (1 - share) <= y) by (rewrite SH; lra). assert (HI : y <= s * (1 + share)) by (rewrite SH; lra).
  assert (share0 : 0 <= share) by (rewrite SH; assert (0 <= x * exp (p * mean))
    by (apply Rmult_le_pos; [lra|left; apply exp_pos]); lra).
  assert (Y0 : 0 < y) by (eapply Rlt_le_trans; [|exact LO]; apply Rmult_lt_0_compat; lra).
  split; [exact Y0|]. rewrite root_of_positive by exact Y0.
  assert (Q : Rabs (ln y / p) <= mean + share / (1 - share) / p).
  { set (q := share / (1 - share)).
    assert (Q0 : share <= q).
    { unfold q. apply Rmult_le_reg_r with (1 - share); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra.
      assert (0 <= share * share) by (apply Rmult_le_pos; lra). lra. }
    assert (U : ln y <= ln s + q).
    { assert (N := ln_monotone y _ Y0 HI). rewrite ln_mult in N by lra. assert (E := exp_above share).
      assert (N2 := ln_monotone (1 + share) (exp share) ltac:(lra) E). rewrite ln_exp in N2. lra. }
    assert (W : ln s - q <= ln y).
    { assert (N := ln_monotone (s * (1 - share)) y ltac:(apply Rmult_lt_0_compat; lra) LO). rewrite ln_mult in N by lra.
      assert (E := exp_above q). assert (N2 : - q <= ln (1 - share)).
      { rewrite <- (ln_exp (- q)). apply ln_monotone; [apply exp_pos|]. rewrite exp_Ropp.
        rewrite <- (Rinv_inv (1 - share)).
        apply Rinv_le_contravar; [apply Rinv_0_lt_compat; lra|]. replace (/ (1 - share)) with (1 + q); [exact E|].
        unfold q. field. lra. }
      lra. }
    replace (ln y / p) with (ln s / p + (ln y - ln s) / p) by (field; lra). eapply Rle_trans; [apply Rabs_triang|].
    apply Rplus_le_compat; [exact M|]. unfold Rdiv.
    rewrite Rabs_mult, (Rabs_pos_eq (/ p)) by (left; apply Rinv_0_lt_compat, P).
    apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, P|]. apply Rabs_le. lra. }
  exact (proj1 (abs_exponent _ _ Q)).
Qed.

(* a weight whose error is large moves the sum as far *)
Lemma weight_within_root : forall n (pi err : A_seq) p j top, 0 < p -> key n j -> sum_below pi n = 1 ->
  (forall i, key n i -> 0 <= pi i /\ 0 <= err i /\ err i <= top) ->
  sum_below (fun i => pi i * (1 - exp (- (p * err i)))) n < 1 -> 0 < pi j ->
  ln (pi j) / p + err j <=
    Rmin (Rmax (- ln (1 - sum_below (fun i => pi i * (1 - exp (- (p * err i)))) n) / p)
      (ln (1 + sum_below (fun i => pi i * (exp (p * err i) - 1)) n) / p)) top.
Proof.
  intros n pi err p j top P J ONE A L PJ.
  assert (TOP := A j J).
  assert (P1 : pi j <= 1) by (rewrite <- ONE; apply sum_positive_term; [exact J|intros; apply A; assumption]).
  assert (LN : ln (pi j) <= 0) by (rewrite <- ln_1; apply ln_monotone; lra).
  apply Rmin_glb.
  - eapply Rle_trans; [|apply Rmax_r].
    assert (T := sum_positive_term n (fun i => pi i * (exp (p * err i) - 1)) j J).
    assert (POS : forall i, key n i -> 0 <= pi i * (exp (p * err i) - 1)).
    { intros i I. destruct (A i I) as (B & C & _). apply Rmult_le_pos; [exact B|].
      assert (0 <= p * err i) by (apply Rmult_le_pos; lra). assert (E := exp_above (p * err i)). lra. }
    specialize (T POS). cbv beta in T.
    assert (S : pi j * exp (p * err j) <= 1 + sum_below (fun i => pi i * (exp (p * err i) - 1)) n) by lra.
    assert (N := ln_monotone _ _ ltac:(apply Rmult_lt_0_compat; [exact PJ|apply exp_pos]) S).
    rewrite ln_mult, ln_exp in N by (try apply exp_pos; exact PJ).
    apply Rmult_le_reg_l with p; [exact P|]. replace (p * (ln (pi j) / p + err j)) with (ln (pi j) + p * err j)
      by (field; lra).
    eapply Rle_trans; [exact N|]. right. field. lra.
  - assert (ln (pi j) / p <= 0); [|lra]. unfold Rdiv. rewrite <- (Rmult_0_l (/ p)).
    apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, P|exact LN].
Qed.
