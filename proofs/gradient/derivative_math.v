(* derivative_math.v - the gradient of a row's loss, by the rules of quotients, logarithms and compositions. *)
From Coq Require Import Reals ZArith Lia Lra FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
Require Import BuiltIn.
From Plumbline.model Require Import sequence total exponentials tanh slope sink_gradient sink_softmax log_sum_exp
  score_gradient product_gradient derivative.
From Plumbline.number Require Import sequence_math tanh_math.
From Plumbline.compare Require Import sums_math.
From Plumbline.budget Require Import weight_math.
From Plumbline.proposition Require Import angle_math sums_of_rows.
Open Scope R_scope.

Lemma slope_of_total : forall (f : Z -> R -> R) e t k,
  (forall j, (0 <= j < Z.of_nat k)%Z -> derivable_pt_lim (f j) t (e j)) ->
  derivable_pt_lim (fun t => sequence.total (fun j => f j t) k) t (sequence.total e k).
Proof.
  intros f e t k. induction k as [|k IH]; intro H; simpl.
  - apply (derivable_pt_lim_const 0).
  - apply (derivable_pt_lim_plus (fun t => sequence.total (fun j => f j t) k) (f (Z.of_nat k))).
    + apply IH. intros j J. apply H. lia.
    + apply H. lia.
Qed.

Lemma slope_of_sum : forall (f : Z -> R -> R) e t n,
  (forall j, (0 <= j < n)%Z -> derivable_pt_lim (f j) t (e j)) ->
  derivable_pt_lim (fun t => sum_below (fun j => f j t) n) t (sum_below e n).
Proof. intros f e t n H. apply slope_of_total. intros j J. apply H. lia. Qed.

Lemma slope_times : forall f t slope y, derivable_pt_lim f t slope ->
  derivable_pt_lim (fun t => f t * y) t (slope * y).
Proof.
  intros f t slope y H. assert (M := derivable_pt_lim_mult f (fct_cte y) t slope 0 H (derivable_pt_lim_const y t)).
  unfold fct_cte in M. rewrite Rmult_0_r, Rplus_0_r in M. exact M.
Qed.

Definition path_slopes (x : A_path) (t : R) (e : A_seq) (m : A_subset) (n : Z) : Prop :=
  forall j, (0 <= j < n)%Z -> m j = true -> derivable_pt_lim (fun t => x t j) t (e j).

(* ---- sums of exponentials ---- *)

Definition numerator (x y : A_seq) (m : A_subset) (n : Z) : R :=
  sum_below (fun j => if m j then exp (x j) * y j else 0) n.

Lemma exponentials_unshifted : forall x m n,
  L_exponentials x m 0 n = sum_below (fun j => if m j then exp (x j) else 0) n.
Proof.
  intros x m n. unfold L_exponentials. apply sum_same. intros j J. destruct (m j); [|reflexivity].
  rewrite Rminus_0_r. reflexivity.
Qed.

Lemma slope_of_exponential : forall (x : A_path) t e m n j, path_slopes x t e m n -> (0 <= j < n)%Z ->
  derivable_pt_lim (fun t => if m j then exp (x t j) else 0) t (if m j then exp (x t j) * e j else 0).
Proof.
  intros x t e m n j S J. destruct (m j) eqn:M; [|apply (derivable_pt_lim_const 0)].
  apply (derivable_pt_lim_comp (fun t => x t j) exp); [exact (S j J M)|apply derivable_pt_lim_exp].
Qed.

Lemma slope_of_exponentials : forall (x : A_path) t e m n, path_slopes x t e m n ->
  derivable_pt_lim (fun t => L_exponentials (x t) m 0 n) t
    (sum_below (fun j => if m j then exp (x t j) * e j else 0) n).
Proof.
  intros x t e m n S.
  replace (fun t => L_exponentials (x t) m 0 n) with
    (fun t => sum_below (fun j => if m j then exp (x t j) else 0) n)
    by (apply functional_extensionality; intro s; symmetry; apply exponentials_unshifted).
  apply (slope_of_sum (fun j t => if m j then exp (x t j) else 0)). intros j J.
  exact (slope_of_exponential x t e m n j S J).
Qed.

Lemma slope_of_numerator : forall (x : A_path) y t e m n, path_slopes x t e m n ->
  derivable_pt_lim (fun t => numerator (x t) y m n) t
    (sum_below (fun j => if m j then exp (x t j) * e j * y j else 0) n).
Proof.
  intros x y t e m n S. apply (slope_of_sum (fun j t => if m j then exp (x t j) * y j else 0)). intros j J.
  assert (E := slope_of_exponential x t e m n j S J). destruct (m j); [|apply (derivable_pt_lim_const 0)].
  exact (slope_times _ _ _ (y j) E).
Qed.

(* ---- the loss of weights that share r besides ---- *)

Definition shares (x : A_seq) (m : A_subset) (z : R) : A_seq := fun j => if m j then exp (x j) / z else 0.

Lemma mean_is_quotient : forall x y m n z, L_visible_total (L_products (shares x m z) y) m n = numerator x y m n / z.
Proof.
  intros x y m n z. unfold L_visible_total, L_products, shares, numerator, Rdiv. rewrite Rmult_comm, <- sum_factor.
  apply sum_same. intros j J. destruct (m j); ring.
Qed.

Lemma quotient_and_logarithm : forall (num den : R -> R) t a b l, 0 < den t ->
  derivable_pt_lim num t a -> derivable_pt_lim den t b ->
  derivable_pt_lim (fun t => num t / den t + l * ln (den t)) t
    (a / den t - num t / den t * (b / den t) + l * (b / den t)).
Proof.
  intros num den t a b l P A B. assert (Q : den t <> 0) by lra.
  apply (derivable_pt_lim_plus (fun t => num t / den t) (fun t => l * ln (den t))).
  - assert (D := derivable_pt_lim_div num den t a b A B Q). unfold div_fct in D.
    replace (a / den t - num t / den t * (b / den t)) with ((a * den t - b * num t) / Rsqr (den t)); [exact D|].
    unfold Rsqr. field. exact Q.
  - assert (C := derivable_pt_lim_comp den ln t b (/ den t) B (derivable_pt_lim_ln (den t) P)).
    assert (S := derivable_pt_lim_scal (fun t => ln (den t)) l t _ C). unfold mult_real_fct in S.
    replace (l * (b / den t)) with (l * (/ den t * b)) by (unfold Rdiv; ring). exact S.
Qed.

Lemma slopes_gather : forall (x e y : A_seq) (m : A_subset) l n z, 0 < z ->
  sum_below (fun j => if m j then exp (x j) * e j * y j else 0) n / z -
    numerator x y m n / z * (sum_below (fun j => if m j then exp (x j) * e j else 0) n / z) +
    l * (sum_below (fun j => if m j then exp (x j) * e j else 0) n / z) =
  L_visible_total (L_products (L_softmax_gradient (shares x m z) y m l n) e) m n.
Proof.
  intros x e y m l n z P. symmetry. unfold L_visible_total at 1, L_products at 1, L_softmax_gradient.
  rewrite mean_is_quotient. set (delta := numerator x y m n / z).
  rewrite (sum_same n _ (fun j => / z * (if m j then exp (x j) * e j * y j else 0) +
    (l - delta) * / z * (if m j then exp (x j) * e j else 0))).
  - rewrite sums_math.sum_plus, !sum_factor. unfold Rdiv. ring.
  - intros j J. unfold shares. destruct (m j); [|ring]. unfold Rdiv. ring.
Qed.

Lemma loss_slope : forall (x : A_path) t e y m l n r, path_slopes x t e m n -> 0 < L_exponentials (x t) m 0 n + r ->
  derivable_pt_lim
    (fun t => L_visible_total (L_products (shares (x t) m (L_exponentials (x t) m 0 n + r)) y) m n +
              l * ln (L_exponentials (x t) m 0 n + r)) t
    (L_visible_total (L_products (L_softmax_gradient (shares (x t) m (L_exponentials (x t) m 0 n + r)) y m l n) e) m n).
Proof.
  intros x t e y m l n r S P. rewrite <- slopes_gather by exact P.
  replace (fun t => L_visible_total (L_products (shares (x t) m (L_exponentials (x t) m 0 n + r)) y) m n +
                    l * ln (L_exponentials (x t) m 0 n + r))
    with (fun t => numerator (x t) y m n / (L_exponentials (x t) m 0 n + r) + l * ln (L_exponentials (x t) m 0 n + r))
    by (apply functional_extensionality; intro u; rewrite mean_is_quotient; reflexivity).
  apply (quotient_and_logarithm (fun t => numerator (x t) y m n) (fun t => L_exponentials (x t) m 0 n + r));
    [exact P|exact (slope_of_numerator x y t e m n S)|].
  assert (D := derivable_pt_lim_plus _ (fct_cte r) t _ 0 (slope_of_exponentials x t e m n S)
    (derivable_pt_lim_const r t)). rewrite Rplus_0_r in D. exact D.
Qed.

Lemma exponentials_positive : forall x m n j, (0 <= j < n)%Z -> m j = true -> 0 < L_exponentials x m 0 n.
Proof.
  intros x m n j J M. rewrite exponentials_unshifted.
  apply Rlt_le_trans with (exp (x j)); [apply exp_pos|].
  assert (T := sum_of_one n (fun i => if (i =? j)%Z then exp (x j) else 0) j J). cbv beta in T.
  rewrite Z.eqb_refl in T. rewrite <- T by (intros i I N; rewrite (proj2 (Z.eqb_neq i j) N); reflexivity).
  apply sum_monotone. intros i I. destruct (Z.eqb_spec i j) as [->|N]; [rewrite M; lra|].
  destruct (m i); [left; apply exp_pos|lra].
Qed.

Lemma softmax_slope_of_path : forall (x : A_path) t e y m l n j, (0 <= j < n)%Z -> m j = true ->
  path_slopes x t e m n ->
  derivable_pt_lim (L_softmax_loss x y m l n) t
    (L_visible_total (L_products (L_softmax_gradient (L_softmax (x t) m n) y m l n) e) m n).
Proof.
  intros x t e y m l n j J M S. assert (P := exponentials_positive (x t) m n j J M).
  assert (D := loss_slope x t e y m l n 0 S). rewrite Rplus_0_r in D. specialize (D P).
  replace (L_softmax_loss x y m l n) with
    (fun t => L_visible_total (L_products (shares (x t) m (L_exponentials (x t) m 0 n + 0)) y) m n +
              l * ln (L_exponentials (x t) m 0 n + 0)); [exact D|].
  apply functional_extensionality. intro u. rewrite Rplus_0_r. reflexivity.
Qed.

Lemma sink_is_positive : forall x m n s, 0 < L_exponentials x m 0 n + exp s.
Proof.
  intros x m n s. apply Rplus_le_lt_0_compat; [|apply exp_pos]. rewrite exponentials_unshifted.
  assert (Z : sum_below (fun _ => 0 * 0) n = 0) by (rewrite sum_factor; ring). rewrite <- Z. apply sum_monotone.
  intros j J. destruct (m j); [left; rewrite Rmult_0_l; apply exp_pos|lra].
Qed.

Lemma sink_slope_of_path : forall (x : A_path) t e y m l n s, path_slopes x t e m n ->
  derivable_pt_lim (L_sink_softmax_loss x y m l n s) t
    (L_visible_total (L_products (L_softmax_gradient (L_sink_softmax (x t) m n s) y m l n) e) m n).
Proof. intros x t e y m l n s S. exact (loss_slope x t e y m l n (exp s) S (sink_is_positive (x t) m n s)). Qed.

Lemma slope_of_logit : forall x y m l n s,
  derivable_pt_lim (L_sink_logit_loss x y m l n) s
    (L_sink_weight x m n s * (l - L_visible_total (L_products (L_sink_softmax x m n s) y) m n)).
Proof.
  intros x y m l n s. set (e := L_exponentials x m 0 n).
  assert (E := derivable_pt_lim_plus (fct_cte e) exp s 0 (exp s) (derivable_pt_lim_const e s) (derivable_pt_lim_exp s)).
  rewrite Rplus_0_l in E.
  assert (D := quotient_and_logarithm (fct_cte (numerator x y m n)) (fun s => e + exp s) s 0 (exp s) l
    (sink_is_positive x m n s) (derivable_pt_lim_const _ s) E).
  replace (L_sink_logit_loss x y m l n) with
    (fun s => fct_cte (numerator x y m n) s / (e + exp s) + l * ln (e + exp s)).
  - change (L_sink_softmax x m n s) with (shares x m (e + exp s)). rewrite mean_is_quotient.
    unfold L_sink_weight. fold e. unfold fct_cte in D.
    replace (exp s / (e + exp s) * (l - numerator x y m n / (e + exp s))) with
      (0 / (e + exp s) - numerator x y m n / (e + exp s) * (exp s / (e + exp s)) + l * (exp s / (e + exp s)));
      [exact D|].
    unfold Rdiv. ring.
  - apply functional_extensionality. intro u. unfold L_sink_logit_loss.
    change (L_sink_softmax x m n u) with (shares x m (e + exp u)). rewrite mean_is_quotient. reflexivity.
Qed.

(* ---- what the scores are made of ---- *)

Lemma capped_slope : forall (x : A_path) cap t slope j, 0 < cap -> derivable_pt_lim (fun t => x t j) t slope ->
  derivable_pt_lim (fun t => L_softcapped (x t) cap j) t (slope * L_cap_slope (L_rsoftcap (x t j) cap) cap).
Proof.
  intros x cap t slope j C S. unfold L_softcapped, L_rsoftcap.
  assert (T := proj1 (is_derive_Reals _ _ _) (tanh_slope (x t j / cap))).
  assert (D := slope_times (fun t => x t j) t slope (/ cap) S).
  assert (K := derivable_pt_lim_comp (fun t => x t j * / cap) L_rtanh t _ _ D T).
  assert (M := slope_times _ t _ cap K). unfold comp in M.
  replace (slope * L_cap_slope (L_rtanh (x t j / cap) * cap) cap) with
    ((1 - L_rtanh (x t j / cap) * L_rtanh (x t j / cap)) * (slope * / cap) * cap); [exact M|].
  unfold L_cap_slope. field. lra.
Qed.

Lemma dots_along : forall q h k t d, L_dots (L_along q h t) k d = L_dots q k d + t * L_dots h k d.
Proof.
  intros q h k t d. unfold L_dots, L_along. rewrite <- sum_factor, <- sums_math.sum_plus. apply sum_same.
  intros c C. ring.
Qed.

Lemma slope_of_line : forall a b, derivable_pt_lim (fun t => a + t * b) 0 b.
Proof.
  intros a b. assert (S := slope_times id 0 1 b (derivable_pt_lim_id 0)).
  assert (P := derivable_pt_lim_plus (fct_cte a) (fun t => id t * b) 0 0 (1 * b) (derivable_pt_lim_const a 0) S).
  rewrite Rplus_0_l, Rmult_1_l in P. exact P.
Qed.

Lemma query_slopes : forall scale q h k m n d,
  path_slopes (L_query_path scale q h k d) 0 (L_scaled_dots scale h k d) m n.
Proof.
  intros scale q h k m n d j J M. unfold L_query_path, L_scaled_dots.
  replace (fun t => scale * L_dots (L_along q h t) (L_drop k (L_place j d 0)) d) with
    (fun t => scale * L_dots q (L_drop k (L_place j d 0)) d + t * (scale * L_dots h (L_drop k (L_place j d 0)) d))
    by (apply functional_extensionality; intro t; rewrite dots_along; ring).
  apply slope_of_line.
Qed.

Lemma dots_along_key : forall q k h j t d, L_dots q (L_drop (L_along k h t) j) d =
  L_dots q (L_drop k j) d + t * L_dots q (L_drop h j) d.
Proof.
  intros q k h j t d. unfold L_dots, L_drop, L_along. rewrite <- sum_factor, <- sums_math.sum_plus. apply sum_same.
  intros c C. ring.
Qed.

Lemma key_slopes : forall scale q k h m n i d,
  path_slopes (L_key_path scale q k h i d) 0 (L_scaled_dots scale q (L_in_row h i d) d) m n.
Proof.
  intros scale q k h m n i d j J M. unfold L_key_path, L_scaled_dots.
  replace (fun t => scale * L_dots q (L_drop (L_along k (L_in_row h i d) t) (L_place j d 0)) d) with
    (fun t => scale * L_dots q (L_drop k (L_place j d 0)) d +
              t * (scale * L_dots q (L_drop (L_in_row h i d) (L_place j d 0)) d))
    by (apply functional_extensionality; intro t; rewrite dots_along_key; ring).
  apply slope_of_line.
Qed.

Lemma query_sum : forall scale g h k m n d,
  L_visible_total (L_products g (L_scaled_dots scale h k d)) m n =
  L_dots h (L_aggregate (L_scaled_gradient g scale) m k d n) d.
Proof.
  intros scale g h k m n d.
  transitivity
    (sum_below (fun c => sum_below (fun j => h c * (if m j then scale * g j * k (L_place j d c) else 0)) n) d).
  - rewrite sum_exchange. unfold L_visible_total. apply sum_same. intros j J. unfold L_products, L_scaled_dots, L_dots.
    destruct (m j).
    + rewrite <- sum_factor, <- sum_factor. apply sum_same. intros c C. unfold L_drop. rewrite place_from. ring.
    + rewrite (sum_same d _ (fun _ => 0 * 0)) by (intros c C; ring). rewrite sum_factor. ring.
  - unfold L_dots, L_aggregate, L_weighted, L_scaled_gradient. apply sum_same. intros c C.
    rewrite sum_factor. reflexivity.
Qed.

Lemma key_multiple : forall scale g q h m n i d, key n i -> m i = true -> (0 < d)%Z ->
  L_visible_total (L_products g (L_scaled_dots scale q (L_in_row h i d) d)) m n =
  L_scaled_gradient g scale i * L_dots q h d.
Proof.
  intros scale g q h m n i d I M D. unfold L_visible_total. rewrite (sum_of_one n _ i I).
  - rewrite M. unfold L_products, L_scaled_dots, L_scaled_gradient.
    replace (L_dots q (L_drop (L_in_row h i d) (L_place i d 0)) d) with (L_dots q h d); [ring|].
    unfold L_dots, L_drop. apply sum_same. intros c C. rewrite place_from. unfold L_in_row.
    rewrite row_of_place, column_of_place by exact C. rewrite Z.eqb_refl. reflexivity.
  - intros j J N. destruct (m j); [|reflexivity]. unfold L_products, L_scaled_dots.
    replace (L_dots q (L_drop (L_in_row h i d) (L_place j d 0)) d) with 0; [ring|].
    unfold L_dots. rewrite (sum_same d _ (fun _ => 0 * 0)).
    + rewrite sum_factor. ring.
    + intros c C. unfold L_drop. rewrite place_from. unfold L_in_row. rewrite row_of_place by exact C.
      rewrite (proj2 (Z.eqb_neq j i) N). ring.
Qed.

(* ---- the loss in a query, and in a key ---- *)

Lemma along_nothing : forall x e, L_along x e 0 = x.
Proof. intros x e. apply functional_extensionality. intro k. unfold L_along. ring. Qed.

Lemma output_loss : forall p g v m n d,
  L_visible_total (L_products p (L_scaled_dots 1 g v d)) m n = L_dots g (L_aggregate p m v d n) d.
Proof.
  intros p g v m n d. rewrite query_sum. replace (L_scaled_gradient p 1) with p; [reflexivity|].
  apply functional_extensionality. intro j. unfold L_scaled_gradient. ring.
Qed.

Lemma query_derivative : forall scale l q h k y m n d j, (0 <= j < n)%Z -> m j = true ->
  derivable_pt_lim (L_softmax_loss (L_query_path scale q h k d) y m l n) 0
    (L_dots h (L_aggregate (L_scaled_gradient
      (L_softmax_gradient (L_softmax (L_scaled_dots scale q k d) m n) y m l n) scale) m k d n) d).
Proof.
  intros scale l q h k y m n d j J M. rewrite <- query_sum.
  assert (D := softmax_slope_of_path (L_query_path scale q h k d) 0 (L_scaled_dots scale h k d) y m l n j J M
    (query_slopes scale q h k m n d)).
  unfold L_query_path at 2 in D. rewrite along_nothing in D. exact D.
Qed.

Lemma key_derivative : forall scale l q h k y m n d i, (0 <= i < n)%Z -> m i = true -> (0 < d)%Z ->
  derivable_pt_lim (L_softmax_loss (L_key_path scale q k h i d) y m l n) 0
    (L_scaled_gradient (L_softmax_gradient (L_softmax (L_scaled_dots scale q k d) m n) y m l n) scale i * L_dots q h d).
Proof.
  intros scale l q h k y m n d i I M D. rewrite <- (key_multiple scale _ q h m n i d I M D).
  assert (S := softmax_slope_of_path (L_key_path scale q k h i d) 0 (L_scaled_dots scale q (L_in_row h i d) d) y m l n i
    I M (key_slopes scale q k h m n i d)).
  unfold L_key_path at 2 in S. rewrite along_nothing in S. exact S.
Qed.
