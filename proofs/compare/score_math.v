(* score_math.v - errors of scores: products of rounded vectors, their scale and their stores; biases, softcaps,
   features. *)
From Coq Require Import Reals ZArith Lia Lra.
From Flocq Require Import Core.
From Coquelicot Require Import Coquelicot.
Require Import BuiltIn.
From Plumbline.model Require Import sequence rounded_sum tanh elu.
From Plumbline.compare Require Import rounded_sum_math sums_math exponent_math mean_math.
From Plumbline.number Require Import tanh_math elu_math.
Open Scope R_scope.

Lemma error_grows : forall a t e x y z, 0 <= a -> Rabs (y - x) <= e -> near_rounded a t y z ->
  Rabs (z - x) <= e + a * (Rabs x + e) + t.
Proof.
  unfold near_rounded. intros a t e x y z A E Z0. replace (z - x) with ((z - y) + (y - x)) by ring.
  assert (Y : Rabs y <= Rabs x + e).
  { replace y with (x + (y - x)) at 1 by ring. eapply Rle_trans; [apply Rabs_triang|]. lra. }
  eapply Rle_trans; [apply Rabs_triang|].
  assert (a * Rabs y <= a * (Rabs x + e)) by (apply Rmult_le_compat_l; assumption). lra.
Qed.

(* one product of two numbers that are each rounded before *)
Lemma term_within : forall e s f t x y a b, near_rounded e s x a -> near_rounded f t y b -> 0 <= e -> 0 <= f ->
  Rabs (a * b - x * y) <= compound e f * Rabs (x * y) + (s * ((1 + f) * Rabs y + t) + t * (1 + e) * Rabs x).
Proof.
  unfold near_rounded, L_compound. intros e s f t x y a b A B E F.
  replace (a * b - x * y) with ((a - x) * b + x * (b - y)) by ring. eapply Rle_trans; [apply Rabs_triang|].
  rewrite !Rabs_mult.
  assert (V : Rabs b <= (1 + f) * Rabs y + t).
  { replace b with (y + (b - y)) at 1 by ring. eapply Rle_trans; [apply Rabs_triang|]. lra. }
  assert (P : Rabs (a - x) * Rabs b <= (e * Rabs x + s) * ((1 + f) * Rabs y + t)).
  { apply Rmult_le_compat; try apply Rabs_pos; assumption. }
  assert (Q : Rabs x * Rabs (b - y) <= Rabs x * (f * Rabs y + t)) by (apply Rmult_le_compat_l;
    [apply Rabs_pos|exact B]).
  lra.
Qed.

(* a product of vectors; x and y are the vectors with their parts of the scale *)
Lemma product_within : forall u tu e s f t a b x y one n depth all p, 0 <= u -> 0 <= tu -> 0 <= e -> 0 <= f -> 0 <= s ->
  0 <= t ->
  (forall c, key n c -> one c = 1 /\ near_rounded e s (x c) (a c) /\ near_rounded f t (y c) (b c)) ->
  P_rescaled_sum u tu 0 (fun c => a c * b c) one n depth all 0 p ->
  Rabs (p - sum_below (fun c => x c * y c) n) <=
    compound (compound e f) (L_growth u depth - 1) * sum_below (fun c => Rabs (x c * y c)) n
    + L_growth u depth * (sum_below (fun c => s * ((1 + f) * Rabs (y c) + t) + t * (1 + e) * Rabs (x c)) n +
        IZR all * tu).
Proof.
  intros u tu e s f t a b x y one n d k p U TU E F S T H R.
  assert (W := sum_of_near_terms u tu 0 (fun c => a c * b c) one (fun c => x c * y c)
    (fun c => s * ((1 + f) * Rabs (y c) + t) + t * (1 + e) * Rabs (x c)) (compound e f) n d k 0 p U TU (Rle_refl 0)
    ltac:(unfold L_compound; assert (0 <= e * f) by (apply Rmult_le_pos; assumption); lra) R).
  unfold L_growth in W at 3. simpl in W. rewrite Rmult_1_r in W. apply W. clear W. intros c C.
  destruct (H c C) as (O & A & B).
  rewrite O, Rmult_1_l. split; [lra|]. apply term_within; assumption.
Qed.

(* The scale's own roundings hit the score as a whole; so do the stores of the score. *)
Lemma score_within : forall s m e tiny sigma common p stores rest score, 0 <= e -> 0 <= m -> 0 <= tiny -> 0 <= stores ->
  Rabs sigma <= common -> Rabs (p - (1 + sigma) * s) <= e * (Rabs (1 + sigma) * m) + tiny ->
    near_rounded stores rest p score ->
  Rabs (score - s) <= (e * m + tiny) + compound common stores * (Rabs s + (e * m + tiny)) + rest.
Proof.
  unfold near_rounded, L_compound. intros s m e tiny sigma common p stores rest score E M T ST C P S.
  assert (A : Rabs (1 + sigma) <= 1 + common).
  { eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_R1. lra. }
  assert (CP : 0 <= common) by (eapply Rle_trans; [apply Rabs_pos|exact C]).
  assert (EM : 0 <= e * m) by (apply Rmult_le_pos; assumption).
  assert (P2 : Rabs (p - (1 + sigma) * s) <= (1 + common) * (e * m) + tiny).
  { eapply Rle_trans; [exact P|]. assert (e * m * Rabs (1 + sigma) <= e * m * (1 + common))
      by (apply Rmult_le_compat_l; assumption). lra. }
  assert (V : Rabs (p - s) <= common * Rabs s + (1 + common) * (e * m) + tiny).
  { replace (p - s) with ((p - (1 + sigma) * s) + sigma * s) by ring. eapply Rle_trans; [apply Rabs_triang|].
    rewrite Rabs_mult.
    assert (Rabs sigma * Rabs s <= common * Rabs s) by (apply Rmult_le_compat_r; [apply Rabs_pos|exact C]). lra. }
  assert (G := error_grows stores rest _ s p score ST V S). assert (X := Rabs_pos s).
  assert (0 <= common * tiny) by (apply Rmult_le_pos; assumption).
  assert (0 <= stores * common * tiny) by (apply Rmult_le_pos; [apply Rmult_le_pos|]; assumption).
  lra.
Qed.

(* ---- features: products of two computed vectors ---- *)

Lemma features_product : forall n (x y a b dx dy : A_seq),
  (forall c, key n c -> Rabs (a c - x c) <= dx c /\ Rabs (b c - y c) <= dy c) ->
  Rabs (sum_below (fun c => a c * b c) n - sum_below (fun c => x c * y c) n) <=
    sum_below (fun c => dx c * (Rabs (y c) + dy c) + Rabs (x c) * dy c) n.
Proof.
  intros n x y a b dx dy H. rewrite <- sum_minus. apply sum_absolute. intros c C. destruct (H c C) as (A & B).
  replace (a c * b c - x c * y c) with ((a c - x c) * b c + x c * (b c - y c)) by ring.
  eapply Rle_trans; [apply Rabs_triang|]. rewrite !Rabs_mult.
  assert (V : Rabs (b c) <= Rabs (y c) + dy c).
  { replace (b c) with (y c + (b c - y c)) at 1 by ring. eapply Rle_trans; [apply Rabs_triang|]. lra. }
  apply Rplus_le_compat; [apply Rmult_le_compat; try apply Rabs_pos; assumption|apply Rmult_le_compat_l;
    [apply Rabs_pos|exact B]].
Qed.

Lemma relu_contracts : forall x y, Rabs (Rmax 0 x - Rmax 0 y) <= Rabs (x - y).
Proof. intros x y. unfold Rmax. destruct (Rle_dec 0 x), (Rle_dec 0 y); unfold Rabs;
  repeat (destruct (Rcase_abs _)); lra. Qed.

(* ---- softcap ---- *)

Definition cap (c x : R) : R := c * L_rtanh (x / c).

Lemma cap_contracts : forall c x y, 0 < c -> Rabs (cap c x - cap c y) <= Rmin (Rabs (x - y)) (2 * c).
Proof.
  intros c x y C. unfold cap. rewrite <- Rmult_minus_distr_l, Rabs_mult, (Rabs_pos_eq c) by lra. apply Rmin_glb.
  - assert (M := tanh_moves (x / c) (y / c)). replace (x / c - y / c) with ((x - y) / c) in M by (field; lra).
    unfold Rdiv in M at 3. rewrite Rabs_mult, Rabs_inv, (Rabs_pos_eq c) in M by lra.
    apply Rle_trans with (c * (Rabs (x - y) * / c)); [apply Rmult_le_compat_l; lra|right; field; lra].
  - assert (A := tanh_between (x / c)). assert (B := tanh_between (y / c)).
    rewrite Rmult_comm. apply Rmult_le_compat_r; [lra|]. apply Rabs_le. lra.
Qed.

Lemma tanh_positive : forall x, 0 <= x -> 0 <= L_rtanh x.
Proof.
  intros x X. unfold L_rtanh. assert (P := exp_sum_positive x). apply Rmult_le_pos; [|left; apply Rinv_0_lt_compat, P].
  assert (exp (- x) <= exp x) by (apply exp_monotone; lra). lra.
Qed.

Lemma tanh_monotone : forall x y, x <= y -> L_rtanh x <= L_rtanh y.
Proof.
  intros x y L. rewrite !tanh_quotient. assert (E := exp_monotone (y * -2) (x * -2) ltac:(lra)).
  assert (A := exp_pos (x * -2)). assert (B := exp_pos (y * -2)).
  apply Rmult_le_reg_r with ((1 + exp (x * -2)) * (1 + exp (y * -2))); [apply Rmult_lt_0_compat; lra|].
  replace ((1 - exp (x * -2)) / (1 + exp (x * -2)) * ((1 + exp (x * -2)) * (1 + exp (y * -2))))
    with ((1 - exp (x * -2)) * (1 + exp (y * -2))) by (field; lra).
  replace ((1 - exp (y * -2)) / (1 + exp (y * -2)) * ((1 + exp (x * -2)) * (1 + exp (y * -2))))
    with ((1 - exp (y * -2)) * (1 + exp (x * -2))) by (field; lra). lra.
Qed.

(* concave on the right of 0 *)
Lemma tanh_concave : forall k x, 0 <= k <= 1 -> 0 <= x -> k * L_rtanh x <= L_rtanh (k * x).
Proof.
  intros k x K X. assert (Z0 : L_rtanh 0 = 0) by (unfold L_rtanh; rewrite Ropp_0, exp_0; field).
  assert (H := grows (fun y => L_rtanh (k * y) - k * L_rtanh y)
    (fun y => k * (1 - L_rtanh (k * y) * L_rtanh (k * y)) - k * (1 - L_rtanh y * L_rtanh y)) x X).
  cbv beta in H. rewrite Rmult_0_r, Z0 in H. specialize (H ltac:(ring)).
  assert (0 <= L_rtanh (k * x) - k * L_rtanh x); [|lra]. apply H; clear H.
  - intros y Y. apply (is_derive_minus (fun y => L_rtanh (k * y)) (fun y => k * L_rtanh y)).
    + apply (is_derive_comp L_rtanh (fun y => k * y)); [apply tanh_slope|].
      evar_last; [apply is_derive_scal, is_derive_id|]. apply Rmult_1_r.
    + apply is_derive_scal, tanh_slope.
  - intros y Y. assert (A := tanh_positive (k * y) ltac:(apply Rmult_le_pos; lra)).
    assert (B : k * y <= y) by (assert (k * y <= 1 * y) by (apply Rmult_le_compat_r; lra); lra).
    assert (C := tanh_monotone _ _ B).
    assert (L_rtanh (k * y) * L_rtanh (k * y) <= L_rtanh y * L_rtanh y) by (apply Rmult_le_compat; lra).
    assert (k * (L_rtanh (k * y) * L_rtanh (k * y)) <= k * (L_rtanh y * L_rtanh y)) by (apply Rmult_le_compat_l; lra).
    lra.
Qed.

(* a relative error of the argument is at most that of the function *)
Lemma tanh_relative_right : forall x e, 0 <= x -> Rabs e <= 1 -> Rabs (L_rtanh ((1 + e) * x) - L_rtanh x) <=
  Rabs e * L_rtanh x.
Proof.
  intros x e X E. assert (P := tanh_positive x X). apply Rabs_le_inv in E. apply Rabs_le.
  destruct (Rle_lt_dec 0 e) as [Q|Q].
  - rewrite (Rabs_pos_eq e) by exact Q. assert (A := tanh_monotone x ((1 + e) * x) ltac:(assert (0 <=
      e * x) by (apply Rmult_le_pos; assumption); lra)).
    assert (K : 0 <= / (1 + e) <= 1).
    { split; [left; apply Rinv_0_lt_compat; lra|]. rewrite <- Rinv_1 at 2. apply Rinv_le_contravar; lra. }
    assert (C := tanh_concave (/ (1 + e)) ((1 + e) * x) K ltac:(apply Rmult_le_pos; lra)).
    replace (/ (1 + e) * ((1 + e) * x)) with x in C by (field; lra).
    assert (D : (1 + e) * (/ (1 + e) * L_rtanh ((1 + e) * x)) <= (1 + e) * L_rtanh x) by (apply Rmult_le_compat_l; lra).
    replace ((1 + e) * (/ (1 + e) * L_rtanh ((1 + e) * x))) with (L_rtanh ((1 + e) * x)) in D by (field; lra).
    assert (0 <= e * L_rtanh x) by (apply Rmult_le_pos; assumption). lra.
  - rewrite (Rabs_left e) by exact Q. assert (C := tanh_concave (1 + e) x ltac:(lra) X).
    assert (A := tanh_monotone ((1 + e) * x) x ltac:(assert (0 <= - e * x) by (apply Rmult_le_pos; lra); lra)).
    assert (0 <= - e * L_rtanh x) by (apply Rmult_le_pos; lra). lra.
Qed.

Lemma tanh_relative : forall x e, Rabs e <= 1 -> Rabs (L_rtanh ((1 + e) * x) - L_rtanh x) <= Rabs e * Rabs (L_rtanh x).
Proof.
  intros x e E. destruct (Rle_lt_dec 0 x) as [X|X].
  - rewrite (Rabs_pos_eq (L_rtanh x)) by (apply tanh_positive, X). apply tanh_relative_right; assumption.
  - assert (H := tanh_relative_right (- x) e ltac:(lra) E). assert (P := tanh_positive (- x) ltac:(lra)).
    replace ((1 + e) * - x) with (- ((1 + e) * x)) in H by ring. rewrite !tanh_odd in H. rewrite tanh_odd in P.
    replace (- L_rtanh ((1 + e) * x) - - L_rtanh x) with (- (L_rtanh ((1 + e) * x) - L_rtanh x)) in H by ring.
    rewrite Rabs_Ropp in H. rewrite (Rabs_left1 (L_rtanh x)) by lra. exact H.
Qed.

(* the same rounded cap in both places *)
Lemma cap_rounded : forall c x e, 0 < c -> Rabs e < 1 -> Rabs (cap ((1 + e) * c) x - cap c x) <=
  Rabs e * Rabs (cap c x).
Proof.
  intros c x e C E. assert (E' := Rabs_def2 _ _ E). unfold cap.
  set (f := / (1 + e) - 1). replace (x / ((1 + e) * c)) with ((1 + f) * (x / c)) by (unfold f; field; lra).
  assert (S : forall y, 0 <= y -> Rabs ((1 + e) * c * L_rtanh ((1 + f) * y) - c * L_rtanh y) <=
    Rabs e * (c * L_rtanh y)).
  { intros y Y. assert (P := tanh_positive y Y). assert (cp : 0 <= c * L_rtanh y) by (apply Rmult_le_pos; lra).
    unfold f. replace (1 + (/ (1 + e) - 1)) with (/ (1 + e)) by ring.
    destruct (Rle_lt_dec 0 e) as [Q|Q].
    - rewrite (Rabs_pos_eq e) by exact Q.
      assert (K : 0 <= / (1 + e) <= 1).
      { split; [left; apply Rinv_0_lt_compat; lra|]. rewrite <- Rinv_1 at 2. apply Rinv_le_contravar; lra. }
      assert (A := tanh_concave _ _ K Y).
      assert (B := tanh_monotone (/ (1 + e) * y) y ltac:(assert (/ (1 + e) * y <=
        1 * y) by (apply Rmult_le_compat_r; lra); lra)).
      assert (A2 : (1 + e) * c * (/ (1 + e) * L_rtanh y) <= (1 + e) * c * L_rtanh (/ (1 + e) * y))
        by (apply Rmult_le_compat_l; [apply Rmult_le_pos; lra|exact A]).
      replace ((1 + e) * c * (/ (1 + e) * L_rtanh y)) with (c * L_rtanh y) in A2 by (field; lra).
      assert (B2 : (1 + e) * c * L_rtanh (/ (1 + e) * y) <= (1 + e) * c * L_rtanh y)
        by (apply Rmult_le_compat_l; [apply Rmult_le_pos; lra|exact B]). apply Rabs_le.
      assert (0 <= e * (c * L_rtanh y)) by (apply Rmult_le_pos; assumption). lra.
    - rewrite (Rabs_left e) by exact Q.
      assert (I : 1 <= / (1 + e)) by (rewrite <- Rinv_1 at 1; apply Rinv_le_contravar; lra).
      assert (A := tanh_concave (1 + e) (/ (1 + e) * y) ltac:(lra) ltac:(apply Rmult_le_pos; lra)).
      replace ((1 + e) * (/ (1 + e) * y)) with y in A by (field; lra).
      assert (B := tanh_monotone y (/ (1 + e) * y) ltac:(assert (1 * y <=
        / (1 + e) * y) by (apply Rmult_le_compat_r; lra); lra)).
      assert (A2 : c * ((1 + e) * L_rtanh (/ (1 + e) * y)) <= c * L_rtanh y) by (apply Rmult_le_compat_l; lra).
      assert (B2 : (1 + e) * c * L_rtanh y <= (1 + e) * c * L_rtanh (/ (1 + e) * y))
        by (apply Rmult_le_compat_l; [apply Rmult_le_pos; lra|exact B]). apply Rabs_le.
      assert (0 <= - e * (c * L_rtanh y)) by (apply Rmult_le_pos; lra). lra. }
  destruct (Rle_lt_dec 0 (x / c)) as [X|X].
  - assert (P := tanh_positive _ X). rewrite (Rabs_pos_eq (c * L_rtanh (x / c))) by (apply Rmult_le_pos; lra).
    apply S, X.
  - assert (H := S (- (x / c)) ltac:(lra)). assert (P := tanh_positive (- (x / c)) ltac:(lra)).
    replace ((1 + f) * - (x / c)) with (- ((1 + f) * (x / c))) in H by ring. rewrite !tanh_odd in H.
    rewrite tanh_odd in P.
    replace ((1 + e) * c * - L_rtanh ((1 + f) * (x / c)) - c * - L_rtanh (x / c))
      with (- ((1 + e) * c * L_rtanh ((1 + f) * (x / c)) - c * L_rtanh (x / c))) in H by ring.
    rewrite Rabs_Ropp in H. rewrite (Rabs_left1 (c * L_rtanh (x / c))).
    + lra.
    + assert (0 <= c * - L_rtanh (x / c)) by (apply Rmult_le_pos; lra). lra.
Qed.

(* The whole softcap: the score off by d, the cap rounded, the argument off by a relative error f, tanh by an absolute
   one g, and what comes of it stored. *)
Lemma cap_within : forall c s score d e unit f argument g function stores tiny y, 0 < c -> Rabs (score - s) <= d ->
  Rabs e <= unit -> unit < 1 -> Rabs f <= argument -> argument <= 1 -> Rabs g <= function -> 0 <= stores ->
  near_rounded stores tiny ((1 + e) * c * (L_rtanh ((1 + f) * (score / ((1 + e) * c))) + g)) y ->
  Rabs (y - cap c s) <= Rmin d (2 * c) + compound (compound argument unit) stores * (Rabs (cap c s) + Rmin d (2 * c))
    + (1 + unit) * (1 + stores) * c * function + tiny.
Proof.
  intros c s score d e unit f argument g function stores tiny y C D E U F A G S N.
  set (m := Rmin d (2 * c)).
  assert (E0 := Rabs_pos e). assert (F0 := Rabs_pos f). assert (G0 := Rabs_pos g).
  assert (M : Rabs (cap c score - cap c s) <= m).
  { eapply Rle_trans; [apply cap_contracts, C|]. unfold m, Rmin. destruct (Rle_dec _ _), (Rle_dec _ _); lra. }
  assert (V : Rabs (cap c score) <= Rabs (cap c s) + m).
  { replace (cap c score) with (cap c s + (cap c score - cap c s)) by ring. eapply Rle_trans; [apply Rabs_triang|].
    lra. }
  assert (m0 : 0 <= m) by (eapply Rle_trans; [apply Rabs_pos|exact M]).
  set (c' := (1 + e) * c) in *. assert (E1 : - unit <= e <= unit) by (apply Rabs_le_inv; exact E).
  assert (C' : 0 < c') by (apply Rmult_lt_0_compat; lra).
  assert (R : Rabs (cap c' score - cap c score) <= unit * Rabs (cap c score)).
  { eapply Rle_trans; [apply cap_rounded; lra|]. apply Rmult_le_compat_r; [apply Rabs_pos|exact E]. }
  assert (T : Rabs (c' * L_rtanh ((1 + f) * (score / c')) - cap c' score) <= argument * Rabs (cap c' score)).
  { unfold cap. rewrite <- Rmult_minus_distr_l, !Rabs_mult, (Rabs_pos_eq c') by lra.
    assert (H := tanh_relative (score / c') f ltac:(lra)).
    assert (Rabs f * Rabs (L_rtanh (score / c')) <= argument * Rabs (L_rtanh (score / c')))
      by (apply Rmult_le_compat_r; [apply Rabs_pos|exact F]).
    assert (c' * Rabs (L_rtanh ((1 + f) * (score / c')) - L_rtanh (score / c')) <=
      c' * (argument * Rabs (L_rtanh (score / c'))))
      by (apply Rmult_le_compat_l; lra). lra. }
  set (x0 := cap c s) in *. set (x1 := cap c score) in *. set (x2 := cap c' score) in *.
  set (x3 := c' * L_rtanh ((1 + f) * (score / c'))) in *.
  (* one step after the other *)
  assert (S1 : Rabs (x2 - x0) <= m + unit * (Rabs x0 + m)).
  { assert (H := error_grows unit 0 m x0 x1 x2 ltac:(lra) M). unfold near_rounded in H. rewrite Rplus_0_r in H.
    specialize (H R). lra. }
  assert (S2 : Rabs (x3 - x0) <= m + compound argument unit * (Rabs x0 + m)).
  { assert (H := error_grows argument 0 _ x0 x2 x3 ltac:(lra) S1). unfold near_rounded in H. rewrite Rplus_0_r in H.
    specialize (H T). unfold L_compound. lra. }
  assert (S3 : Rabs (c' * (L_rtanh ((1 + f) * (score / c')) + g) - x0) <=
    m + compound argument unit * (Rabs x0 + m) + (1 + unit) * c * function).
  { rewrite Rmult_plus_distr_l. fold x3. replace (x3 + c' * g - x0) with ((x3 - x0) + c' * g) by ring.
    eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_mult, (Rabs_pos_eq c') by lra.
    assert (c' <= (1 + unit) * c) by (apply Rmult_le_compat_r; lra).
    assert (c' * Rabs g <= (1 + unit) * c * function) by (apply Rmult_le_compat; lra). lra. }
  assert (W := error_grows stores tiny _ _ _ _ S S3 N). unfold L_compound in *. lra.
Qed.

(* ---- elu(x) + 1 in its two steps ---- *)

Lemma two_steps : forall x off unit tiny y1 y2 y3, 0 <= unit -> Rabs (y1 - (x - 1)) <= off ->
  near_rounded unit tiny y1 y2 -> near_rounded unit tiny (y2 + 1) y3 ->
  let e := off + unit * (Rabs (x - 1) + off) + tiny in Rabs (y3 - x) <= e + unit * (Rabs x + e) + tiny.
Proof.
  intros x off unit tiny y1 y2 y3 U Y N M e. assert (A := error_grows _ _ _ _ _ _ U Y N). fold e in A.
  apply (error_grows unit tiny e x (y2 + 1) y3 U); [|exact M].
  replace (y2 + 1 - x) with (y2 - (x - 1)) by ring. exact A.
Qed.

Lemma elu_moves_less : forall x d delta, Rabs delta <= d ->
  Rabs (L_elu_plus_one (x + delta) - L_elu_plus_one x) <= d * Rmin 1 (exp (x + d)).
Proof.
  intros x d delta D. assert (D0 : 0 <= d) by (eapply Rle_trans; [apply Rabs_pos|exact D]).
  assert (D1 := Rabs_le_inv _ _ D). unfold Rmin. destruct (Rle_dec 1 (exp (x + d))) as [L|L].
  - rewrite Rmult_1_r. eapply Rle_trans; [apply elu_moves|]. replace (x + delta - x) with delta by ring. exact D.
  - assert (X : x + d < 0).
    { destruct (Rlt_le_dec (x + d) 0) as [Q|Q]; [exact Q|]. assert (H := exp_monotone 0 (x + d) Q). rewrite exp_0 in H.
      lra. }
    unfold L_elu_plus_one. destruct (Rlt_dec 0 (x + delta)); [lra|]. destruct (Rlt_dec 0 x); [lra|].
    (* e^b - e^a <= (b - a) e^b *)
    assert (S : forall a b, a <= b -> b <= x + d -> 0 <= exp b - exp a <= (b - a) * exp (x + d)).
    { intros a b AB B. assert (E := exp_monotone a b AB). split; [lra|].
      replace (exp a) with (exp b * exp (a - b)) by (rewrite <- exp_plus; f_equal; ring).
      assert (H := exp_above (a - b)). assert (P := exp_pos b). assert (Q := exp_monotone b (x + d) B).
      assert (exp b * (1 + (a - b)) <= exp b * exp (a - b)) by (apply Rmult_le_compat_l; lra).
      assert ((b - a) * exp b <= (b - a) * exp (x + d)) by (apply Rmult_le_compat_l; lra). lra. }
    destruct (Rle_lt_dec 0 delta) as [Q|Q].
    + assert (H := S x (x + delta) ltac:(lra) ltac:(lra)). rewrite Rabs_pos_eq by lra.
      assert (delta * exp (x + d) <= d * exp (x + d)) by (apply Rmult_le_compat_r; [left; apply exp_pos|lra]). lra.
    + assert (H := S (x + delta) x ltac:(lra) ltac:(lra)). rewrite Rabs_minus_sym, Rabs_pos_eq by lra.
      assert (- delta * exp (x + d) <= d * exp (x + d)) by (apply Rmult_le_compat_r; [left; apply exp_pos|lra]). lra.
Qed.
