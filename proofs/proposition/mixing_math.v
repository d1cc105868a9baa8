(* mixing_math.v - how far the scores move an output, and how far layers spread a change of a token. *)
From Coq Require Import Reals ZArith Lia Lra FunctionalExtensionality.
Require Import BuiltIn.
From Plumbline.model Require Import sequence sink_softmax total slope mixing.
From Plumbline.number Require Import sequence_math.
From Plumbline.compare Require Import sums_math.
From Plumbline.budget Require Import weight_math.
From Plumbline.weight Require Import laws_math.
Open Scope R_scope.

(* ---- the slope in one score ---- *)

Definition but (j : Z) (f : Z -> R) : Z -> R := fun i => if (i =? j)%Z then 0 else f i.

Lemma sum_but_one : forall f n j, key n j -> sum_below f n = f j + sum_below (but j f) n.
Proof.
  intros f n j J. assert (O := sum_of_one n (fun i => if (i =? j)%Z then f i else 0) j J). cbv beta in O.
  rewrite Z.eqb_refl in O. rewrite <- O.
  - rewrite <- sum_plus. apply sum_same. intros i I. unfold but. destruct (i =? j)%Z; ring.
  - intros i I N. rewrite (proj2 (Z.eqb_neq i j) N). reflexivity.
Qed.

(* (A + e^t v) / (B + e^t) *)
Lemma quotient_slope : forall A B v t, 0 <= B ->
  derivable_pt_lim (fun t => (A + exp t * v) / (B + exp t)) t
    (exp t / (B + exp t) * (v - (A + exp t * v) / (B + exp t))).
Proof.
  intros A B v t N. assert (P := exp_pos t). assert (Q : B + exp t <> 0) by lra.
  assert (U : derivable_pt_lim (fun t => A + exp t * v) t (0 + exp t * v)).
  { apply (derivable_pt_lim_plus (fun _ => A) (fun t => exp t * v)); [apply derivable_pt_lim_const|].
    assert (M := derivable_pt_lim_mult exp (fct_cte v) t (exp t) 0 (derivable_pt_lim_exp t)
      (derivable_pt_lim_const v t)). unfold fct_cte in M. rewrite Rmult_0_r, Rplus_0_r in M. exact M. }
  assert (W : derivable_pt_lim (fun t => B + exp t) t (0 + exp t)).
  { apply (derivable_pt_lim_plus (fun _ => B) exp); [apply derivable_pt_lim_const|apply derivable_pt_lim_exp]. }
  assert (D := derivable_pt_lim_div _ _ t _ _ U W Q). cbv beta in D.
  replace (exp t / (B + exp t) * (v - (A + exp t * v) / (B + exp t)))
    with (((0 + exp t * v) * (B + exp t) - (0 + exp t) * (A + exp t * v)) / Rsqr (B + exp t));
    [exact D|unfold Rsqr; field; exact Q].
Qed.

Lemma element_itself : forall x j, L_with_element x j (x j) = x.
Proof.
  intros x j. apply functional_extensionality. intro i. unfold L_with_element.
  destruct (Z.eqb_spec i j) as [->|N]; reflexivity.
Qed.

Definition shares_of (x : A_seq) (m : A_subset) (z : R) : A_seq := fun i => if m i then exp (x i) / z else 0.
Definition numerator (x : A_seq) (m : A_subset) (v : A_seq) (d c : Z) : Z -> R :=
  fun i => if m i then exp (x i) * v (L_place i d c) else 0.
Definition denominator (x : A_seq) (m : A_subset) : Z -> R := fun i => if m i then exp (x i - 0) else 0.

Lemma output_is_quotient : forall x m v n d c z,
  L_aggregate (shares_of x m z) m v d n c = sum_below (numerator x m v d c) n / z.
Proof.
  intros x m v n d c z. unfold L_aggregate, L_weighted, Rdiv. rewrite (Rmult_comm (sum_below _ n)).
  rewrite <- sum_factor. apply sum_same. intros i I. unfold shares_of, numerator. destruct (m i); [|ring].
  unfold Rdiv. ring.
Qed.

Lemma numerator_of_element : forall x m v n d c j t, key n j -> m j = true ->
  sum_below (numerator (L_with_element x j t) m v d c) n =
  sum_below (but j (numerator x m v d c)) n + exp t * v (L_place j d c).
Proof.
  intros x m v n d c j t J M. rewrite (sum_but_one _ n j J). rewrite Rplus_comm. f_equal.
  - apply sum_same. intros i I. unfold but, numerator, L_with_element. destruct (i =? j)%Z; reflexivity.
  - unfold numerator, L_with_element. rewrite Z.eqb_refl, M. reflexivity.
Qed.

Lemma denominator_of_element : forall x m n j t, key n j -> m j = true ->
  L_exponentials (L_with_element x j t) m 0 n = sum_below (but j (denominator x m)) n + exp t.
Proof.
  intros x m n j t J M. unfold L_exponentials. rewrite (sum_but_one _ n j J). rewrite Rplus_comm. f_equal.
  - apply sum_same. intros i I. unfold but, denominator, L_with_element. destruct (i =? j)%Z; reflexivity.
  - cbv beta. unfold L_with_element. rewrite Z.eqb_refl, M, Rminus_0_r. reflexivity.
Qed.

Lemma rest_nonnegative : forall x m n j, 0 <= sum_below (but j (denominator x m)) n.
Proof.
  intros x m n j. apply sum_positive. intros i I. unfold but, denominator.
  destruct (i =? j)%Z; [lra|]. destruct (m i); [left; apply exp_pos|lra].
Qed.

(* with a further term e of the denominator: 0, or e^s of a sink *)
Lemma slope_with_rest : forall x m v n d c j e, key n j -> m j = true -> 0 <= e ->
  derivable_pt_lim
    (fun t => L_aggregate (shares_of (L_with_element x j t) m (L_exponentials (L_with_element x j t) m 0 n + e))
      m v d n c)
    (x j)
    (exp (x j) / (L_exponentials x m 0 n + e) *
     (v (L_place j d c) - L_aggregate (shares_of x m (L_exponentials x m 0 n + e)) m v d n c)).
Proof.
  intros x m v n d c j e J M E.
  assert (R := rest_nonnegative x m n j). set (B := sum_below (but j (denominator x m)) n) in *.
  set (A := sum_below (but j (numerator x m v d c)) n).
  assert (F : forall t, L_aggregate (shares_of (L_with_element x j t) m
    (L_exponentials (L_with_element x j t) m 0 n + e)) m v d n c =
    (A + exp t * v (L_place j d c)) / ((B + e) + exp t)).
  { intro t. rewrite output_is_quotient, numerator_of_element, denominator_of_element by assumption.
    fold A B. f_equal. ring. }
  assert (D := quotient_slope A (B + e) (v (L_place j d c)) (x j) ltac:(lra)).
  rewrite <- F, element_itself in D.
  replace (B + e + exp (x j)) with (L_exponentials x m 0 n + e) in D.
  - rewrite (functional_extensionality _ _ F). exact D.
  - rewrite <- (element_itself x j) at 1. rewrite denominator_of_element by assumption. fold B. ring.
Qed.

Lemma softmax_slope : forall x m v n d c j, key n j -> m j = true ->
  P_has_slope (L_output_of_score x m v n d c j) (x j)
    (L_softmax x m n j * (v (L_place j d c) - L_aggregate (L_softmax x m n) m v d n c)).
Proof.
  intros x m v n d c j J M. assert (D := slope_with_rest x m v n d c j 0 J M (Rle_refl 0)).
  unfold P_has_slope, L_output_of_score.
  assert (S : forall y, shares_of y m (L_exponentials y m 0 n + 0) = L_softmax y m n).
  { intro y. unfold shares_of, L_softmax. rewrite Rplus_0_r. reflexivity. }
  rewrite S in D. rewrite Rplus_0_r in D. unfold L_softmax at 2. rewrite M.
  rewrite (functional_extensionality (fun t => L_aggregate (L_softmax (L_with_element x j t) m n) m v d n c) _
    (fun t => f_equal (fun w => L_aggregate w m v d n c) (eq_sym (S (L_with_element x j t))))).
  exact D.
Qed.

Lemma sink_softmax_slope : forall x m v s n d c j, key n j -> m j = true ->
  P_has_slope (L_sink_output_of_score x m v s n d c j) (x j)
    (L_sink_softmax x m n s j * (v (L_place j d c) - L_aggregate (L_sink_softmax x m n s) m v d n c)).
Proof.
  intros x m v s n d c j J M.
  assert (D := slope_with_rest x m v n d c j (exp s) J M (Rlt_le _ _ (exp_pos s))).
  unfold L_sink_softmax at 1. rewrite M. exact D.
Qed.

Lemma sink_slope : forall x m v n d c s,
  P_has_slope (L_output_of_sink x m v n d c) s
    (- (L_sink_weight x m n s * L_aggregate (L_sink_softmax x m n s) m v d n c)).
Proof.
  intros x m v n d c s.
  assert (D := quotient_slope (sum_below (numerator x m v d c) n) (L_exponentials x m 0 n) 0 s
    (exponentials_nonnegative x m n)).
  assert (F : forall t, L_output_of_sink x m v n d c t =
    (sum_below (numerator x m v d c) n + exp t * 0) / (L_exponentials x m 0 n + exp t)).
  { intro t. rewrite Rmult_0_r, Rplus_0_r. exact (output_is_quotient x m v n d c _). }
  rewrite <- F in D. unfold P_has_slope. rewrite (functional_extensionality _ _ F).
  replace (- (L_sink_weight x m n s * L_aggregate (L_sink_softmax x m n s) m v d n c))
    with (exp s / (L_exponentials x m 0 n + exp s) * (0 - L_output_of_sink x m v n d c s)); [exact D|].
  unfold L_sink_weight, L_output_of_sink. ring.
Qed.

(* ---- the sum of the absolute slopes ---- *)

Definition weighs (w : A_seq) (m : A_subset) (n : Z) : Prop :=
  (forall j, key n j -> m j = true -> 0 <= w j) /\ L_visible_total w m n = 1.
Definition values_between (v : A_seq) (m : A_subset) (n d c : Z) (low high : R) : Prop :=
  forall j, key n j -> m j = true -> low <= v (L_place j d c) <= high.

(* the keys whose values lie above the output, and those whose values lie below: their weights, and their means apart
   from it *)
Definition output (w : A_seq) (m : A_subset) (v : A_seq) (n d c : Z) : R := L_aggregate w m v d n c.
Definition above (w : A_seq) (m : A_subset) (v : A_seq) (n d c j : Z) : bool :=
  andb (m j) (if Rle_dec (output w m v n d c) (v (L_place j d c)) then true else false).
Definition below (w : A_seq) (m : A_subset) (v : A_seq) (n d c j : Z) : bool :=
  andb (m j) (if Rle_dec (output w m v n d c) (v (L_place j d c)) then false else true).
Definition weight_of (part : Z -> bool) (w : A_seq) (n : Z) : R := sum_below (fun j => if part j then w j else 0) n.
Definition up (w : A_seq) (m : A_subset) (v : A_seq) (n d c : Z) : R :=
  sum_below (fun j => if above w m v n d c j then w j * (v (L_place j d c) - output w m v n d c) else 0) n.
Definition down (w : A_seq) (m : A_subset) (v : A_seq) (n d c : Z) : R :=
  sum_below (fun j => if below w m v n d c j then w j * (output w m v n d c - v (L_place j d c)) else 0) n.

Lemma parts_are_one : forall w m v n d c, weighs w m n ->
  weight_of (above w m v n d c) w n + weight_of (below w m v n d c) w n = 1.
Proof.
  intros w m v n d c W. rewrite <- (proj2 W). unfold weight_of, L_visible_total. rewrite <- sum_plus. apply sum_same.
  intros j J. unfold above, below. destruct (m j), (Rle_dec (output w m v n d c) (v (L_place j d c))); simpl; ring.
Qed.

Lemma up_is_down : forall w m v n d c, weighs w m n -> up w m v n d c = down w m v n d c.
Proof.
  intros w m v n d c W. apply Rminus_diag_uniq. unfold up, down. rewrite <- sum_minus.
  transitivity (sum_below (fun j => (if m j then w j * v (L_place j d c) else 0) -
    output w m v n d c * (if m j then w j else 0)) n).
  - apply sum_same. intros j J. unfold above, below.
    destruct (m j), (Rle_dec (output w m v n d c) (v (L_place j d c))); simpl; ring.
  - rewrite sum_minus, sum_factor. fold (L_visible_total w m n). rewrite (proj2 W).
    change (sum_below (fun j => if m j then w j * v (L_place j d c) else 0) n) with (output w m v n d c). ring.
Qed.

Lemma mixing_is_twice : forall w m v n d c, weighs w m n -> L_score_mixing w m v n d c = 2 * up w m v n d c.
Proof.
  intros w m v n d c W. replace (2 * up w m v n d c) with (up w m v n d c + down w m v n d c)
    by (rewrite <- up_is_down by exact W; ring).
  unfold up, down, L_score_mixing. rewrite <- sum_plus. apply sum_same. intros j J. fold (output w m v n d c).
  unfold above, below. destruct (m j) eqn:M; simpl; [|ring]. assert (P := proj1 W j J M).
  rewrite Rabs_mult, (Rabs_pos_eq (w j)) by exact P.
  destruct (Rle_dec (output w m v n d c) (v (L_place j d c))); [rewrite Rabs_pos_eq by lra|rewrite Rabs_left by lra];
    ring.
Qed.

Lemma up_at_most : forall w m v n d c low high, weighs w m n -> values_between v m n d c low high ->
  up w m v n d c <= weight_of (above w m v n d c) w n * (high - output w m v n d c).
Proof.
  intros w m v n d c low high W V. rewrite Rmult_comm. unfold up, weight_of. rewrite <- sum_factor. apply sum_monotone.
  intros j J. unfold above. destruct (m j) eqn:M; simpl; [|lra]. assert (P := proj1 W j J M). assert (Q := V j J M).
  destruct (Rle_dec (output w m v n d c) (v (L_place j d c))); [|lra]. rewrite (Rmult_comm (high - _)).
  apply Rmult_le_compat_l; lra.
Qed.

Lemma down_at_most : forall w m v n d c low high, weighs w m n -> values_between v m n d c low high ->
  down w m v n d c <= weight_of (below w m v n d c) w n * (output w m v n d c - low).
Proof.
  intros w m v n d c low high W V. rewrite Rmult_comm. unfold down, weight_of. rewrite <- sum_factor.
  apply sum_monotone. intros j J. unfold below. destruct (m j) eqn:M; simpl; [|lra]. assert (P := proj1 W j J M).
  assert (Q := V j J M). destruct (Rle_dec (output w m v n d c) (v (L_place j d c))); [lra|].
  rewrite (Rmult_comm (_ - low)). apply Rmult_le_compat_l; lra.
Qed.

Lemma part_nonnegative : forall w m n (part : Z -> bool), weighs w m n -> (forall j, part j = true -> m j = true) ->
  0 <= weight_of part w n.
Proof.
  intros w m n part W S. apply sum_positive. intros j J. destruct (part j) eqn:P; [|lra]. apply (proj1 W j J), S, P.
Qed.

Lemma part_has : forall w m n (part : Z -> bool) s, weighs w m n -> (forall j, part j = true -> m j = true) ->
  key n s -> part s = true -> w s <= weight_of part w n.
Proof.
  intros w m n part s W S K P. replace (w s) with (if part s then w s else 0) by (rewrite P; reflexivity).
  apply (sum_positive_term n (fun j => if part j then w j else 0) s K). intros j J.
  destruct (part j) eqn:Q; [|lra]. apply (proj1 W j J), S, Q.
Qed.

Lemma above_visible : forall w m v n d c j, above w m v n d c j = true -> m j = true.
Proof. intros w m v n d c j A. unfold above in A. destruct (m j); [reflexivity|discriminate]. Qed.
Lemma below_visible : forall w m v n d c j, below w m v n d c j = true -> m j = true.
Proof. intros w m v n d c j A. unfold below in A. destruct (m j); [reflexivity|discriminate]. Qed.

Lemma mixing_by_parts : forall w m v n d c low high, weighs w m n -> values_between v m n d c low high ->
  L_score_mixing w m v n d c <=
  2 * (weight_of (above w m v n d c) w n * weight_of (below w m v n d c) w n) * (high - low).
Proof.
  intros w m v n d c low high W V. rewrite mixing_is_twice by exact W.
  assert (U := up_at_most w m v n d c low high W V). assert (D := down_at_most w m v n d c low high W V).
  rewrite <- up_is_down in D by exact W. assert (A := part_nonnegative w m n _ W (above_visible w m v n d c)).
  assert (B := part_nonnegative w m n _ W (below_visible w m v n d c)). assert (E := parts_are_one w m v n d c W).
  set (a := weight_of (above w m v n d c) w n) in *. set (b := weight_of (below w m v n d c) w n) in *.
  assert (X := Rmult_le_compat_l b _ _ B U). assert (Y := Rmult_le_compat_l a _ _ A D).
  replace (up w m v n d c) with ((a + b) * up w m v n d c) at 1 by (rewrite E; ring). lra.
Qed.

Lemma spread_nonnegative : forall w m v n d c low high, weighs w m n -> values_between v m n d c low high ->
  0 <= high - low.
Proof.
  intros w m v n d c low high W V. destruct (Rle_dec 0 (high - low)) as [H|H]; [exact H|]. exfalso.
  assert (Z : L_visible_total w m n = 0).
  { apply sum_of_zeros. intros j J. destruct (m j) eqn:M; [|reflexivity]. assert (Q := V j J M). lra. }
  rewrite (proj2 W) in Z. lra.
Qed.

Lemma mixing_at_most_half : forall w m v n d c low high, weighs w m n -> values_between v m n d c low high ->
  L_score_mixing w m v n d c <= (high - low) / 2.
Proof.
  intros w m v n d c low high W V. eapply Rle_trans; [apply (mixing_by_parts w m v n d c low high W V)|].
  assert (S := spread_nonnegative w m v n d c low high W V). assert (E := parts_are_one w m v n d c W).
  set (a := weight_of (above w m v n d c) w n) in *. set (b := weight_of (below w m v n d c) w n) in *.
  assert (Q := Rle_0_sqr (a - b)). unfold Rsqr in Q.
  assert (F : 4 * (a * b) <= 1).
  { replace 1 with ((a + b) * (a + b)) by (rewrite E; ring). lra. }
  assert (X := Rmult_le_compat_r _ _ _ S F). lra.
Qed.

Lemma sink_mixes_little : forall w m v n d c s low high, weighs w m n -> values_between v m n d c low high ->
  key n s -> m s = true -> 1 / 2 <= w s -> L_score_mixing w m v n d c <= 2 * (w s * (1 - w s)) * (high - low).
Proof.
  intros w m v n d c s low high W V K M H. eapply Rle_trans; [apply (mixing_by_parts w m v n d c low high W V)|].
  apply Rmult_le_compat_r; [exact (spread_nonnegative w m v n d c low high W V)|].
  apply Rmult_le_compat_l; [lra|]. assert (E := parts_are_one w m v n d c W).
  assert (A := part_nonnegative w m n _ W (above_visible w m v n d c)).
  assert (B := part_nonnegative w m n _ W (below_visible w m v n d c)).
  assert (G : w s <= weight_of (above w m v n d c) w n \/ w s <= weight_of (below w m v n d c) w n).
  { destruct (Rle_dec (output w m v n d c) (v (L_place s d c))) as [O|O].
    - left. apply (part_has w m n _ s W (above_visible w m v n d c) K). unfold above. rewrite M.
      destruct (Rle_dec (output w m v n d c) (v (L_place s d c))); [reflexivity|lra].
    - right. apply (part_has w m n _ s W (below_visible w m v n d c) K). unfold below. rewrite M.
      destruct (Rle_dec (output w m v n d c) (v (L_place s d c))); [lra|reflexivity]. }
  set (a := weight_of (above w m v n d c) w n) in *. set (b := weight_of (below w m v n d c) w n) in *.
  clearbody a b. set (p := w s) in *. clearbody p. destruct G as [G|G].
  - assert (X : 0 <= (a - p) * (a + p - 1)) by (apply Rmult_le_pos; lra). replace b with (1 - a) by lra. lra.
  - assert (X : 0 <= (b - p) * (b + p - 1)) by (apply Rmult_le_pos; lra). replace a with (1 - b) by lra. lra.
Qed.

(* two keys, with the least and the greatest value *)
Definition every : A_subset := fun _ => true.
Definition first_and (a b : R) : A_seq := fun j => if (j =? 0)%Z then a else b.
Lemma mixing_of_two : forall p low high, 0 <= p <= 1 -> low <= high ->
  L_score_mixing (first_and p (1 - p)) every (first_and low high) 2 1 0 = 2 * (p * (1 - p)) * (high - low).
Proof.
  intros p low high P L. unfold L_score_mixing, L_aggregate, L_weighted, sum_below, every, first_and, L_place. simpl.
  set (o := 0 + p * low + (1 - p) * high).
  assert (A : low - o = (1 - p) * (low - high)) by (unfold o; ring).
  assert (B : high - o = p * (high - low)) by (unfold o; ring). rewrite A, B.
  replace (p * ((1 - p) * (low - high))) with (- (p * (1 - p) * (high - low))) by ring. rewrite Rabs_Ropp.
  replace ((1 - p) * (p * (high - low))) with (p * (1 - p) * (high - low)) by ring.
  assert (Q : 0 <= p * (1 - p)) by (apply Rmult_le_pos; lra).
  rewrite Rabs_pos_eq by (apply Rmult_le_pos; lra). ring.
Qed.

(* ---- layers ---- *)

Lemma first_term_apart : forall f t, (0 <= t)%Z -> sum_below f (t + 1) = f 0%Z + sum_below (but 0 f) (t + 1).
Proof. intros f t T. apply sum_but_one. unfold key. lia. Qed.

Definition sinks (g : A_mixer) (layers : Z) (delta : R) : Prop :=
  forall l t, (0 <= l < layers)%Z -> (1 <= t)%Z ->
  (forall j, (0 <= j <= t)%Z -> 0 <= g l t j) /\ sum_below (g l t) (t + 1) <= 1 /\ 1 - delta <= g l t 0%Z.

(* one layer: what is not the sink's weight spreads the change *)
Lemma one_layer : forall w (y z : A_seq) t D delta, (1 <= t)%Z -> (forall j, (0 <= j <= t)%Z -> 0 <= w j) ->
  sum_below w (t + 1) <= 1 -> 1 - delta <= w 0%Z -> y 0%Z = z 0%Z -> 0 <= D ->
  (forall j, (0 <= j)%Z -> Rabs (y j - z j) <= D) ->
  Rabs ((y t + sum_below (fun j => w j * y j) (t + 1)) - (z t + sum_below (fun j => w j * z j) (t + 1))) <=
  (1 + delta) * D.
Proof.
  intros w y z t D delta T P S H Z N B.
  replace (y t + sum_below (fun j => w j * y j) (t + 1) - (z t + sum_below (fun j => w j * z j) (t + 1)))
    with ((y t - z t) + sum_below (fun j => w j * (y j - z j)) (t + 1)).
  2: { rewrite (sum_same (t + 1) (fun j => w j * (y j - z j)) (fun j => w j * y j - w j * z j))
    by (intros; ring). rewrite sum_minus. ring. }
  eapply Rle_trans; [apply Rabs_triang|].
  assert (L : Rabs (sum_below (fun j => w j * (y j - z j)) (t + 1)) <= sum_below (fun j => D * but 0 w j) (t + 1)).
  { apply sum_absolute. intros j J. unfold key in J. unfold but. destruct (Z.eqb_spec j 0) as [->|E].
    - rewrite Z, Rminus_diag_eq, Rmult_0_r, Rabs_R0 by reflexivity. lra.
    - rewrite Rabs_mult, Rabs_pos_eq by (apply P; lia). rewrite Rmult_comm.
      apply Rmult_le_compat_r; [apply P; lia|apply B; lia]. }
  rewrite sum_factor in L. rewrite (first_term_apart w t) in S by lia.
  assert (Q : D * sum_below (but 0 w) (t + 1) <= D * delta) by (apply Rmult_le_compat_l; lra).
  specialize (B t ltac:(lia)). lra.
Qed.

Lemma first_alone_stays : forall g (x y : A_seq) k, x 0%Z = y 0%Z ->
  mixed_below g x k 0%Z = mixed_below g y k 0%Z.
Proof.
  intros g x y k E. induction k as [|k IH]; [exact E|]. simpl. unfold mix. rewrite IH. f_equal.
  change (0 + 1)%Z with 1%Z. unfold sum_below. simpl. rewrite IH. reflexivity.
Qed.

Lemma sink_slows_mixing : forall g (x y : A_seq) layers delta e t, (0 <= layers)%Z -> 0 <= delta -> 0 <= e ->
  sinks g layers delta -> x 0%Z = y 0%Z -> (forall j, (0 <= j)%Z -> Rabs (x j - y j) <= e) -> (0 <= t)%Z ->
  Rabs (L_mixed g x layers t - L_mixed g y layers t) <= (1 + delta) ^ Z.to_nat layers * e.
Proof.
  intros g x y layers delta e t L D E S Z B T. unfold L_mixed.
  assert (K : forall k, (Z.of_nat k <= layers)%Z -> forall i, (0 <= i)%Z ->
    Rabs (mixed_below g x k i - mixed_below g y k i) <= (1 + delta) ^ k * e).
  { induction k as [|k IH]; intros M i I; [simpl; rewrite Rmult_1_l; apply B, I|].
    assert (G : 0 <= (1 + delta) ^ k * e) by (apply Rmult_le_pos; [apply pow_le; lra|exact E]).
    simpl pow. rewrite Rmult_assoc. destruct (Z.eq_dec i 0) as [->|N].
    - rewrite (first_alone_stays g x y (Datatypes.S k) Z), Rminus_diag_eq, Rabs_R0 by reflexivity.
      apply Rmult_le_pos; lra.
    - destruct (S (Z.of_nat k) i ltac:(lia) ltac:(lia)) as (P & A & H). simpl mixed_below. unfold mix.
      apply one_layer; try assumption; [lia|apply first_alone_stays, Z|]. apply IH. lia. }
  apply K; lia.
Qed.

(* as much as that: what the sink leaves, each token gives itself *)
Definition to_itself (delta : R) : A_mixer :=
  fun _ t j => if (j =? 0)%Z then 1 - delta else if (j =? t)%Z then delta else 0.

Lemma to_itself_sum : forall delta l t f, (1 <= t)%Z ->
  sum_below (fun j => to_itself delta l t j * f j) (t + 1) = (1 - delta) * f 0%Z + delta * f t.
Proof.
  intros delta l t f T. rewrite first_term_apart by lia. unfold to_itself at 1. rewrite Z.eqb_refl. f_equal.
  rewrite (sum_of_one (t + 1) _ t).
  - unfold but, to_itself. rewrite (proj2 (Z.eqb_neq t 0)), Z.eqb_refl by lia. reflexivity.
  - unfold key. lia.
  - intros j J N. unfold but, to_itself. destruct (j =? 0)%Z; [reflexivity|].
    rewrite (proj2 (Z.eqb_neq j t)) by exact N. ring.
Qed.

Lemma to_itself_sinks : forall layers delta, 0 <= delta <= 1 -> sinks (to_itself delta) layers delta.
Proof.
  intros layers delta D l t L T. split; [|split].
  - intros j J. unfold to_itself. destruct (j =? 0)%Z; [lra|]. destruct (j =? t)%Z; lra.
  - rewrite (sum_same _ _ (fun j => to_itself delta l t j * (fun _ => 1) j)) by (intros; ring).
    rewrite to_itself_sum by exact T. lra.
  - unfold to_itself. simpl. lra.
Qed.

Definition but_first (e : R) : A_seq := fun j => if (j =? 0)%Z then 0 else e.

Lemma nothing_stays : forall delta k t, mixed_below (to_itself delta) (fun _ => 0) k t = 0.
Proof.
  intros delta k. induction k as [|k IH]; intro t; [reflexivity|]. simpl. unfold mix. rewrite IH, Rplus_0_l.
  apply sum_of_zeros. intros j J. rewrite IH. ring.
Qed.

Lemma grows_as_much : forall delta e k t, (0 <= t)%Z ->
  mixed_below (to_itself delta) (but_first e) k t = if (t =? 0)%Z then 0 else (1 + delta) ^ k * e.
Proof.
  intros delta e k. induction k as [|k IH]; intros t T; [unfold but_first; simpl; destruct (t =? 0)%Z; ring|].
  simpl mixed_below. unfold mix. destruct (Z.eqb_spec t 0) as [->|N].
  - rewrite IH by lia. simpl. change (0 + 1)%Z with 1%Z. unfold sum_below. simpl. rewrite IH by lia. simpl. ring.
  - rewrite to_itself_sum by lia. rewrite !IH by lia. simpl. rewrite (proj2 (Z.eqb_neq t 0)) by exact N. ring.
Qed.

(* ---- as the specification says it ---- *)

Lemma weighs_written : forall (w : A_seq) (m : A_subset) n,
  L_visible_total w m n = 1 /\ (forall i, (0 <= i)%Z -> (i < n)%Z -> m i = true -> 0 <= w i) <-> weighs w m n.
Proof.
  intros w m n. split; intros [A B]; split; try assumption.
  - intros j J. apply B; apply J.
  - intros i I L. apply A. split; assumption.
Qed.

Lemma values_between_written : forall (v : A_seq) (m : A_subset) n d c low high,
  (forall i, (0 <= i)%Z -> (i < n)%Z -> m i = true -> v (L_place i d c) <= high /\ low <= v (L_place i d c)) <->
  values_between v m n d c low high.
Proof.
  intros v m n d c low high. split.
  - intros H j J M. destruct (H j (proj1 J) (proj2 J) M). split; assumption.
  - intros H i I L M. destruct (H i (conj I L) M). split; assumption.
Qed.

Lemma sinks_written : forall (g : A_mixer) layers delta,
  (forall l t, (0 < t)%Z -> (0 <= l)%Z -> (l < layers)%Z ->
    (L_total (g l t) (1 + t) <= 1 /\ 1 <= delta + g l t 0%Z) /\
    (forall j, (0 <= j)%Z -> (j <= t)%Z -> 0 <= g l t j)) <-> sinks g layers delta.
Proof.
  intros g layers delta. split.
  - intros H l t L T. destruct (H l t ltac:(lia) (proj1 L) (proj2 L)) as [[A B] P]. rewrite Z.add_comm in A.
    split; [intros j J; apply P; apply J|]. split; [exact A|lra].
  - intros H l t T L K. destruct (H l t ltac:(lia) ltac:(lia)) as (P & A & B). rewrite Z.add_comm in A.
    split; [split; [exact A|lra]|]. intros j J U. apply P. lia.
Qed.

Lemma growth_written : forall delta layers, (0 <= layers)%Z -> 0 <= delta ->
  Rpower (1 + delta) (IZR layers) = (1 + delta) ^ Z.to_nat layers.
Proof.
  intros delta layers L D. rewrite <- (Z2Nat.id layers L) at 1. rewrite <- INR_IZR_INZ. apply Rpower_pow. lra.
Qed.

Lemma two_weigh : forall p, 0 <= p <= 1 -> weighs (first_and p (1 - p)) every 2.
Proof.
  intros p P. split.
  - intros j J _. unfold first_and. destruct (j =? 0)%Z; lra.
  - unfold L_visible_total, sum_below, every, first_and. simpl. ring.
Qed.

Lemma two_between : forall low high, low <= high -> values_between (first_and low high) every 2 1 0 low high.
Proof.
  intros low high L j J _. unfold first_and. destruct (L_place j 1 0 =? 0)%Z; lra.
Qed.

Lemma bound_of_layers : forall layers delta e, (0 <= layers)%Z -> forall t, (0 < t)%Z ->
  L_mixed (to_itself delta) (but_first e) layers t - L_mixed (to_itself delta) (fun _ => 0) layers t =
  (1 + delta) ^ Z.to_nat layers * e.
Proof.
  intros layers delta e L t T. unfold L_mixed. rewrite nothing_stays, grows_as_much by lia.
  rewrite (proj2 (Z.eqb_neq t 0)) by lia. ring.
Qed.
