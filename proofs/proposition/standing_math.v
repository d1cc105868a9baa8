(* standing_math.v - a first key whose score stands out: how much weight each operator gives it, and which positions
   make it stand out. *)
From Coq Require Import Reals ZArith Lia Lra.
From Flocq Require Import Core.
Require Import BuiltIn.
From Plumbline.model Require Import sequence angle learned sinusoidal sink_softmax sigmoid elu identity scaled clipped.
From Plumbline.model Require Import softpick power_softmax normalised operators layers normalised_attention.
From Plumbline.number Require Import sequence_math.
From Plumbline.weight Require Import laws_math softpick_math power_softmax_math.
From Plumbline.position Require Import rope_math.
From Plumbline.proposition Require Import first_math operators_math layers_math order_math bounds_math.
Open Scope R_scope.

Definition stands_out (x : A_seq) (high low : R) (t : Z) : Prop :=
  high <= x 0%Z /\ (forall j, (0 < j)%Z -> (j < t)%Z -> x j <= low).
(* of at most T keys the first can get nearly the weight `level` *)
Definition makes_sink (a : A_attention) (level : R) : Prop := forall (T : Z) (bound : R), 0 < bound ->
  exists high low, forall x m n t, (t <= T)%Z -> first_visible m n t -> stands_out x high low t ->
    level - bound < a x m n 0%Z.

(* as the specification says it *)
Definition sinks (a : A_attention) (level : R) : Prop := forall (T : Z) (bound : R), 0 < bound ->
  exists high low, forall x m n t, (t <= T)%Z -> first_visible m n t -> stands_out x high low t ->
    level < bound + a x m n 0%Z.
Lemma sinks_is : forall a level, makes_sink a level -> sinks a level.
Proof.
  intros a level H T b B. destruct (H T b B) as (high & low & K). exists high, low. intros x m n t L F S.
  specialize (K x m n t L F S). lra.
Qed.
Lemma sinks_makes : forall a level, sinks a level -> makes_sink a level.
Proof.
  intros a level H T b B. destruct (H T b B) as (high & low & K). exists high, low. intros x m n t L F S.
  specialize (K x m n t L F S). lra.
Qed.

(* ---- the weight of the first key, with r the sum over the others ---- *)

Lemma split_first : forall f t, (0 < t)%Z -> sum_below f t = f 0%Z + sum_below (fun j => f (1 + j)%Z) (t - 1).
Proof.
  intros f t T. replace t with (1 + (t - 1))%Z at 1 by ring. rewrite sum_cut by lia. rewrite sum_of_one. reflexivity.
Qed.

Lemma rest_at_most : forall f c t T, (0 < t)%Z -> (t <= T)%Z -> 0 <= c ->
  (forall j, (0 < j)%Z -> (j < t)%Z -> f j <= c) ->
  sum_below (fun j => f (1 + j)%Z) (t - 1) <= IZR T * c.
Proof.
  intros f c t T P L C H. apply Rle_trans with (sum_below (fun _ => c) (t - 1)).
  - apply sum_at_most. intros j J. apply H; lia.
  - rewrite sum_of_constant by lia. apply Rmult_le_compat_r; [exact C|]. apply IZR_le. lia.
Qed.

Lemma rest_nonnegative : forall f t, (forall j, 0 <= f j) -> 0 <= sum_below (fun j => f (1 + j)%Z) (t - 1).
Proof.
  intros f t F. rewrite <- (sum_of_zeros (fun _ => 0) (t - 1)) by reflexivity. apply sum_at_most. intros; apply F.
Qed.

(* a share a/(a + r) misses 1 by at most r/a *)
Lemma nearly_all : forall a r bound, 0 < a -> 0 <= r -> r < bound * a -> 1 - bound < a / (a + r).
Proof.
  intros a r b A R H. apply Rmult_lt_reg_r with (a + r); [lra|]. replace (a / (a + r) * (a + r)) with a by (field; lra).
  assert (0 < b * a) by lra. assert (B : 0 < b) by (apply Rmult_lt_reg_r with a; lra).
  assert (0 <= b * r) by (apply Rmult_le_pos; lra). lra.
Qed.

(* with 1 - y <= a <= 1, r + e y below the bound and e in the denominator: a/(a + r + e) misses 1/(1 + e) by no more *)
Lemma nearly_the_share : forall a r e y bound, 1 / 2 <= a <= 1 -> 1 - y <= a -> 0 <= r -> 0 <= e ->
  2 * (r + e * y) < bound ->
  1 / (1 + e) - bound < a / (a + r + e).
Proof.
  intros a r e y b [A A1] Y R E H. assert (D : 0 < a + r + e) by lra.
  assert (P : (1 / (1 + e) - a / (a + r + e)) * ((1 + e) * (a + r + e)) = r + e * (1 - a)) by (field; lra).
  assert (Q : e * (1 - a) <= e * y) by (apply Rmult_le_compat_l; lra).
  assert (M : 1 * (1 / 2) <= (1 + e) * (a + r + e)) by (apply Rmult_le_compat; lra).
  set (z := 1 / (1 + e) - a / (a + r + e)) in *. assert (Z : z < b); [|unfold z in Z; lra].
  set (w := (1 + e) * (a + r + e)) in *. clearbody z w. destruct (Rle_lt_dec z 0) as [L|G].
  - assert (0 <= e * (1 - a)) by (apply Rmult_le_pos; lra). lra.
  - assert (z * (1 / 2) <= z * w) by (apply Rmult_le_compat_l; lra). lra.
Qed.

Lemma ln_below : forall y z, 0 < y -> ln y < z -> y < exp z.
Proof. intros y z Y H. rewrite <- (exp_ln y Y). apply exp_increasing, H. Qed.

(* a score so high that k e^-score is below the bound *)
Definition height (k bound : R) : R := ln ((Rabs k + 1) / bound) + 1.
Lemma height_is_enough : forall k bound y, 0 < bound -> height k bound <= y -> k < bound * exp y.
Proof.
  intros k b y B H. assert (A := Rabs_pos k). assert (L := Rle_abs k).
  assert (P : 0 < (Rabs k + 1) / b) by (apply Rdiv_lt_0_compat; lra). unfold height in H.
  assert (Q := ln_below _ y P ltac:(lra)). apply Rmult_lt_compat_l with (r := b) in Q; [|exact B].
  replace (b * ((Rabs k + 1) / b)) with (Rabs k + 1) in Q by (field; lra). lra.
Qed.

Lemma stands_out_exponentials : forall x low high t T, (0 < t)%Z -> (t <= T)%Z -> stands_out x high low t ->
  exists r, exponential_sum x t = exp (x 0%Z) + r /\ 0 <= r <= IZR T * exp low.
Proof.
  intros x low high t T P L [H R]. exists (sum_below (fun j => exp (x (1 + j)%Z)) (t - 1)). split.
  - unfold exponential_sum. apply (split_first (fun j => exp (x j))), P.
  - split; [apply (rest_nonnegative (fun j => exp (x j))); intro; left; apply exp_pos|].
    apply (rest_at_most (fun j => exp (x j))); try assumption; [left; apply exp_pos|]. intros j J K.
    apply exp_monotone, R; assumption.
Qed.

Lemma sink_makes_sink_with : forall (z : R) (T : Z) (bound : R), 0 <= z -> 0 < bound ->
  exists high, forall x m n t, (t <= T)%Z -> first_visible m n t ->
  stands_out x high 0 t -> 1 - bound < exp (x 0%Z) / (exponential_sum x t + z).
Proof.
  intros z T b Z B. exists (height (IZR T + z) b). intros x m n t L F S.
  destruct (stands_out_exponentials x 0 _ t T (proj1 (proj1 F)) L S) as (r & E & R & U).
  rewrite E, exp_0, Rmult_1_r in *.
  assert (H := height_is_enough _ b (x 0%Z) B (proj1 S)). rewrite Rplus_assoc.
  apply nearly_all; [apply exp_pos|lra|lra].
Qed.

Lemma softmax_makes_sink : makes_sink L_softmax_attention 1.
Proof.
  intros T b B. destruct (sink_makes_sink_with 0 T b (Rle_refl 0) B) as [high H]. exists high, 0. intros x m n t L F S.
  unfold L_softmax_attention. rewrite (weight_of_first x m n t 0 F) by (assert (Q := proj1 (proj1 F)); lia).
  specialize (H x m n t L F S). rewrite Rplus_0_r in H. exact H.
Qed.

Lemma sink_makes_sink : forall s, makes_sink (L_sink_attention s) 1.
Proof.
  intros s T b B. destruct (sink_makes_sink_with (exp s) T b (Rlt_le _ _ (exp_pos s)) B) as [high H]. exists high, 0.
  intros x m n t L F S.
  specialize (H x m n t L F S). unfold L_sink_attention, L_sink_softmax. destruct F as ((P & N) & M).
  rewrite (among_true m 0) by (apply M; lia). rewrite (exponentials_of_first x m n t (conj (conj P N) M)). exact H.
Qed.

Lemma scaled_makes_sink : forall alpha, 0 < alpha -> makes_sink (L_scaled_attention alpha) alpha.
Proof.
  intros alpha A T b B. destruct (softmax_makes_sink T (b / alpha)) as (high & low & H);
    [apply Rdiv_lt_0_compat; assumption|].
  exists high, low. intros x m n t L F S. specialize (H x m n t L F S). unfold L_scaled_attention, L_scaled_weights.
  replace (alpha - b) with (alpha * (1 - b / alpha)) by (field; lra). apply Rmult_lt_compat_l; assumption.
Qed.

Lemma clipped_makes_sink : forall gamma zeta, gamma <= 0 -> 1 <= zeta -> makes_sink (L_clipped_attention gamma zeta) 1.
Proof.
  intros gamma zeta G Z T b B. destruct (softmax_makes_sink T (b / (zeta - gamma))) as (high & low & H);
    [apply Rdiv_lt_0_compat; lra|].
  exists high, low. intros x m n t L F S. specialize (H x m n t L F S).
  unfold L_clipped_attention, L_clipped_weights, L_softmax_attention in *.
  set (w := L_softmax x m n 0%Z) in *. clearbody w.
  assert (Q : (zeta - gamma) * (1 - b / (zeta - gamma)) < (zeta - gamma) * w) by (apply Rmult_lt_compat_l; lra).
  replace ((zeta - gamma) * (1 - b / (zeta - gamma))) with (zeta - gamma - b) in Q by (field; lra).
  apply Rmin_glb_lt; [lra|]. eapply Rlt_le_trans; [|apply Rmax_r]. lra.
Qed.

Lemma power_makes_sink : forall p, 0 < p -> makes_sink (L_power_attention p) 1.
Proof.
  intros p P T b B. set (c := Rmin b (1 / 2)). assert (C : 0 < c <= b /\ c <= 1 / 2).
  { unfold c. split; [split; [apply Rmin_glb_lt; lra|apply Rmin_l]|apply Rmin_r]. }
  assert (R : 0 < Rpower (1 - c) p < 1).
  { split; [apply exp_pos|]. unfold Rpower. apply Rlt_le_trans with (exp 0); [apply exp_increasing|rewrite exp_0; lra].
    assert (ln (1 - c) < 0) by (rewrite <- ln_1; apply ln_increasing; lra).
    assert (0 < p * - ln (1 - c)) by (apply Rmult_lt_0_compat; lra).
    replace (p * ln (1 - c)) with (- (p * - ln (1 - c))) by ring. lra. }
  destruct (softmax_makes_sink T (1 - Rpower (1 - c) p)) as (high & low & H); [lra|].
  exists (high / p), (low / p). intros x m n t L F [S U]. assert (F' := F). destruct F' as ((Q & N) & M).
  unfold L_power_attention. rewrite (power_by_softmax x m p n 0 P) by (try lia; apply M; lia).
  assert (W := H (fun j => p * x j) m n t L F). unfold L_softmax_attention in W.
  assert (V : stands_out (fun j => p * x j) high low t).
  { assert (D : forall y, y = p * (y / p)) by (intro y; field; lra). split.
    - rewrite (D high). apply Rmult_le_compat_l; lra.
    - intros j J K. rewrite (D low). apply Rmult_le_compat_l; [lra|apply U; assumption]. }
  specialize (W V). apply Rle_lt_trans with (1 - c); [lra|].
  replace (1 - c) with (Rpower (Rpower (1 - c) p) (1 / p)).
  - apply Rlt_Rpower_l; [unfold Rdiv; rewrite Rmult_1_l; apply Rinv_0_lt_compat, P|lra].
  - rewrite Rpower_mult. replace (p * (1 / p)) with 1 by (field; lra). apply Rpower_1. lra.
Qed.

Lemma softpick_makes_sink : forall e, 0 <= e -> makes_sink (L_softpick_attention e) (1 / (1 + e)).
Proof.
  intros e E T b B. set (d := Rmin (b / 2) (1 / 2)). assert (D : 0 < d <= b / 2 /\ d <= 1 / 2).
  { unfold d. split; [split; [apply Rmin_glb_lt; lra|apply Rmin_l]|apply Rmin_r]. }
  exists (Rmax 1 (height (Rmax 1 (IZR T + e)) d)), 0. intros x m n t L F [S U]. destruct F as ((P & N) & M).
  assert (S1 := Rle_trans _ _ _ (Rmax_l _ _) S). assert (S2 := Rle_trans _ _ _ (Rmax_r _ _) S).
  assert (H := height_is_enough _ d (x 0%Z) (proj1 (proj1 D)) S2).
  assert (visible : P_among m 0) by (apply M; lia).
  assert (top : L_largest x m n = x 0%Z).
  { apply Rle_antisym; [|apply largest_is_bound; [lia|exact visible]].
    destruct (largest_is_reached x m n ltac:(lia)) as (i & I & A & ->).
    - intro V. unfold P_among in visible. rewrite V in visible by lia. discriminate.
    - destruct (Z.eq_dec i 0) as [Z|Z]; [rewrite Z; lra|].
      assert (Q := U i ltac:(lia) ltac:(apply M; [lia|lia|exact A])). lra. }
  unfold L_softpick_attention, L_softpick. rewrite (among_true _ _ visible), top. set (c := x 0%Z) in *.
  unfold L_excesses. rewrite (sum_of_visible_terms (fun j => Rabs (L_excess (x j) c)) m n t)
    by (try lia; intros j J; apply M; lia).
  rewrite (split_first (fun j => Rabs (L_excess (x j) c)) t P). fold c. rewrite excess_of_largest.
  assert (C := exp_pos (- c)). assert (I : exp c * exp (- c) = 1) by (rewrite <- exp_plus, Rplus_opp_r; apply exp_0).
  assert (small : Rmax 1 (IZR T + e) * exp (- c) < d).
  { apply Rmult_lt_compat_r with (r := exp (- c)) in H; [|exact C]. rewrite Rmult_assoc, I, Rmult_1_r in H. exact H. }
  assert (K1 : exp (- c) <= Rmax 1 (IZR T + e) * exp (- c)).
  { rewrite <- (Rmult_1_l (exp (- c))) at 1. apply Rmult_le_compat_r; [lra|apply Rmax_l]. }
  assert (K2 : (IZR T + e) * exp (- c) <= Rmax 1 (IZR T + e) * exp (- c))
    by (apply Rmult_le_compat_r; [lra|apply Rmax_r]).
  set (r := sum_below (fun j => Rabs (L_excess (x (1 + j)%Z) c)) (t - 1)).
  assert (R0 : 0 <= r) by (apply (rest_nonnegative (fun j => Rabs (L_excess (x j) c))); intro; apply Rabs_pos).
  assert (R1 : r <= IZR T * exp (- c)).
  { apply (rest_at_most (fun j => Rabs (L_excess (x j) c))); [lia|exact L|lra|]. intros j J K. specialize (U j J K).
    assert (X := excess_sign (x j) c U). rewrite Rabs_left1 by exact X. unfold L_excess.
    assert (Y := exp_pos (x j - c)). lra. }
  rewrite Rmax_right, Rabs_pos_eq by lra. apply (nearly_the_share _ r e (exp (- c))); lra.
Qed.

Lemma sigmoid_above : forall y, 1 - exp (- y) <= L_rsigmoid y <= 1.
Proof.
  intro y. assert (P := exp_pos (- y)). unfold L_rsigmoid. split.
  - apply Rmult_le_reg_r with (1 + exp (- y)); [lra|].
    replace (1 / (1 + exp (- y)) * (1 + exp (- y))) with 1 by (field; lra).
    assert (0 < exp (- y) * exp (- y)) by (apply Rmult_lt_0_compat; lra). lra.
  - apply share_of_more; lra.
Qed.

Lemma exponential_below : forall k d c, 0 < d -> height k d <= c -> k * exp (- c) < d.
Proof.
  intros k d c D H. assert (Q := height_is_enough k d c D H). assert (C := exp_pos (- c)).
  apply Rmult_lt_compat_r with (r := exp (- c)) in Q; [|exact C].
  rewrite Rmult_assoc, <- exp_plus, Rplus_opp_r, exp_0, Rmult_1_r in Q. exact Q.
Qed.

Lemma sigmoid_makes_sink : makes_sink L_sigmoid_attention 1.
Proof.
  intros T b B. exists (height 1 b), 0. intros x m n t L ((P & N) & M) [S U].
  unfold L_sigmoid_attention, L_sigmoid_weights.
  rewrite (among_true m 0) by (apply M; lia). assert (A := proj1 (sigmoid_above (x 0%Z))).
  assert (Q := exponential_below 1 b _ B S). lra.
Qed.

Lemma elu_at_least : forall y, 0 < y -> y <= L_elu_plus_one y.
Proof. intros y Y. unfold L_elu_plus_one. destruct (Rlt_dec 0 y); lra. Qed.

Lemma elu_makes_sink : forall level, makes_sink L_elu_attention level.
Proof.
  intros level T b B. exists (Rmax 1 level), 0. intros x m n t L ((P & N) & M) [S U].
  unfold L_elu_attention, L_elu_weights.
  rewrite (among_true m 0) by (apply M; lia). assert (S1 := Rle_trans _ _ _ (Rmax_l _ _) S).
  assert (S2 := Rle_trans _ _ _ (Rmax_r _ _) S). assert (E := elu_at_least (x 0%Z) ltac:(lra)). lra.
Qed.

Lemma identity_makes_sink : forall level, makes_sink L_identity_attention level.
Proof.
  intros level T b B. exists level, 0. intros x m n t L ((P & N) & M) [S U].
  unfold L_identity_attention, L_identity_weights.
  rewrite (among_true m 0) by (apply M; lia). lra.
Qed.

(* ---- divided by the sum ---- *)

Lemma own_first : forall (f : R -> R) x m n t, first_visible m n t ->
  L_total (fun i => if m i then f (x i) else 0) n = f (x 0%Z) + sum_below (fun j => f (x (1 + j)%Z)) (t - 1).
Proof.
  intros f x m n t ((P & N) & M). unfold L_total.
  rewrite (sum_of_visible_terms (fun j => f (x j)) m n t) by (try lia; intros j J; apply M; lia).
  apply (split_first (fun j => f (x j))), P.
Qed.

(* the sigmoid of a first key that stands out by h above and below 0, and what is left to the others *)
Lemma sigmoids_apart : forall x h t T, (0 < t)%Z -> (t <= T)%Z -> stands_out x h (- h) t ->
  1 - exp (- h) <= L_rsigmoid (x 0%Z) <= 1 /\ 0 <= sum_below (fun j => L_rsigmoid (x (1 + j)%Z)) (t - 1) <=
    IZR T * exp (- h).
Proof.
  intros x h t T P L [S U]. assert (A := sigmoid_above (x 0%Z)). assert (C := exp_pos (- h)).
  assert (G : exp (- x 0%Z) <= exp (- h)) by (apply exp_monotone; lra). split; [lra|split].
  - apply (rest_nonnegative (fun j => L_rsigmoid (x j))). intro. left. apply sigmoid_positive.
  - apply (rest_at_most (fun j => L_rsigmoid (x j))); [exact P|exact L|lra|]. intros j J Q.
    apply Rle_trans with (exp (x j)); [apply sigmoid_below_exp|apply exp_monotone, U; assumption].
Qed.

Lemma normalised_sigmoid_makes_sink : forall e, 0 <= e -> makes_sink (L_normalised_attention L_sigmoid_attention e)
  (1 / (1 + e)).
Proof.
  intros e E T b B. set (d := Rmin (b / 4) (1 / 2)). assert (D : 0 < d <= b / 4 /\ d <= 1 / 2).
  { unfold d. split; [split; [apply Rmin_glb_lt; lra|apply Rmin_l]|apply Rmin_r]. }
  set (h := height (Rmax 1 (Rmax e (IZR T))) d). exists h, (- h). intros x m n t L F S.
  assert (K := exponential_below _ d h (proj1 (proj1 D)) (Rle_refl _)). assert (C := exp_pos (- h)).
  assert (M1 := Rmax_l 1 (Rmax e (IZR T))). assert (M2 := Rle_trans _ _ _ (Rmax_l e (IZR T)) (Rmax_r 1 _)).
  assert (M3 := Rle_trans _ _ _ (Rmax_r e (IZR T)) (Rmax_r 1 _)). set (k := Rmax 1 (Rmax e (IZR T))) in *.
  assert (K1 : 1 * exp (- h) <= k * exp (- h)) by (apply Rmult_le_compat_r; lra).
  assert (K2 : e * exp (- h) <= k * exp (- h)) by (apply Rmult_le_compat_r; lra).
  assert (K3 : IZR T * exp (- h) <= k * exp (- h)) by (apply Rmult_le_compat_r; lra).
  destruct (sigmoids_apart x h t T (proj1 (proj1 F)) L S) as [A R].
  unfold L_normalised_attention, L_sum_normalised, L_sigmoid_attention, L_sigmoid_weights.
  rewrite (own_first L_rsigmoid x m n t F). destruct F as ((P & N) & M). rewrite (among_true m 0) by (apply M; lia).
  apply (nearly_the_share _ _ e (exp (- h))); lra.
Qed.

Lemma normalised_elu_makes_sink : forall e, 0 <= e -> makes_sink (L_normalised_attention L_elu_attention e) 1.
Proof.
  intros e E T b B. exists (Rmax 1 ((Rabs (IZR T) + e + 1) / b)), 0. intros x m n t L F [S U].
  assert (S1 := Rle_trans _ _ _ (Rmax_l _ _) S). assert (S2 := Rle_trans _ _ _ (Rmax_r _ _) S).
  unfold L_normalised_attention, L_sum_normalised, L_elu_attention, L_elu_weights.
  rewrite (own_first L_elu_plus_one x m n t F). destruct F as ((P & N) & M). rewrite (among_true m 0) by (apply M; lia).
  assert (A := elu_at_least (x 0%Z) ltac:(lra)). set (a := L_elu_plus_one (x 0%Z)) in *.
  set (r := sum_below (fun j => L_elu_plus_one (x (1 + j)%Z)) (t - 1)).
  assert (R0 : 0 <= r) by (apply (rest_nonnegative (fun j => L_elu_plus_one (x j))); intro; left; apply elu_positive).
  assert (R1 : r <= IZR T * 1).
  { apply (rest_at_most (fun j => L_elu_plus_one (x j))); [lia|exact L|lra|]. intros j J Q. specialize (U j J Q).
    unfold L_elu_plus_one. destruct (Rlt_dec 0 (x j)); [lra|]. apply exp_at_most_one. lra. }
  rewrite Rplus_assoc. apply nearly_all; [lra|lra|]. assert (W := Rle_abs (IZR T)).
  apply Rlt_le_trans with (b * ((Rabs (IZR T) + e + 1) / b)).
  - replace (b * ((Rabs (IZR T) + e + 1) / b)) with (Rabs (IZR T) + e + 1) by (field; lra). lra.
  - apply Rmult_le_compat_l; lra.
Qed.

Lemma absolute_makes_sink : forall a e level, positive a -> makes_sink (L_normalised_attention a e) level ->
  makes_sink (L_absolute_attention a e) level.
Proof.
  intros a e level P H T b B. destruct (H T b B) as (high & low & K). exists high, low. intros x m n t L F S.
  destruct F as ((Q & N) & M). rewrite absolute_is_sum by (assumption || lia).
  apply (K x m n t L (conj (conj Q N) M) S).
Qed.

Lemma at_least_one_sigmoid_makes_sink : makes_sink (L_at_least_one_attention L_sigmoid_attention) 1.
Proof.
  intros T b B. set (h := height (Rmax 1 (IZR T)) (b / 2)). exists h, (- h). intros x m n t L F S.
  assert (K := exponential_below _ (b / 2) h ltac:(lra) (Rle_refl _)). assert (C := exp_pos (- h)).
  assert (K1 : 1 * exp (- h) <= Rmax 1 (IZR T) * exp (- h)) by (apply Rmult_le_compat_r; [lra|apply Rmax_l]).
  assert (K3 : IZR T * exp (- h) <= Rmax 1 (IZR T) * exp (- h)) by (apply Rmult_le_compat_r; [lra|apply Rmax_r]).
  destruct (sigmoids_apart x h t T (proj1 (proj1 F)) L S) as [A R].
  unfold L_at_least_one_attention, L_at_least_one_normalised, L_sigmoid_attention, L_sigmoid_weights.
  rewrite (own_first L_rsigmoid x m n t F). destruct F as ((P & N) & M). rewrite (among_true m 0) by (apply M; lia).
  assert (Q := sigmoid_positive (x 0%Z)). set (a := L_rsigmoid (x 0%Z)) in *. set (r := sum_below _ (t - 1)) in *.
  rewrite (Rabs_pos_eq (a + r)) by lra. apply Rlt_le_trans with (a / (1 + r)).
  - apply Rmult_lt_reg_r with (1 + r); [lra|]. replace (a / (1 + r) * (1 + r)) with a by (field; lra).
    assert (0 <= b * r) by (apply Rmult_le_pos; lra). lra.
  - apply Rmult_le_compat_l; [lra|]. apply Rinv_le_contravar; [|apply Rmax_lub; lra].
    apply Rlt_le_trans with 1; [lra|apply Rmax_r].
Qed.

Lemma at_least_one_elu_makes_sink : makes_sink (L_at_least_one_attention L_elu_attention) 1.
Proof.
  intros T b B. destruct (normalised_elu_makes_sink 0 (Rle_refl 0) T b B) as (high & low & H).
  exists (Rmax 1 high), low.
  intros x m n t L F [S U]. assert (S1 := Rle_trans _ _ _ (Rmax_l _ _) S).
  assert (S2 := Rle_trans _ _ _ (Rmax_r _ _) S).
  specialize (H x m n t L F (conj S2 U)). eapply Rlt_le_trans; [exact H|].
  unfold L_normalised_attention, L_sum_normalised, L_at_least_one_attention, L_at_least_one_normalised, L_elu_attention,
    L_elu_weights.
  rewrite (own_first L_elu_plus_one x m n t F). destruct F as ((P & N) & M). rewrite (among_true m 0) by (apply M; lia).
  assert (A := elu_at_least (x 0%Z) ltac:(lra)).
  assert (R0 : 0 <= sum_below (fun j => L_elu_plus_one (x (1 + j)%Z)) (t - 1)).
  { apply (rest_nonnegative (fun j => L_elu_plus_one (x j))). intro. left. apply elu_positive. }
  rewrite Rplus_0_r, Rmax_left by (rewrite Rabs_pos_eq by lra; lra). rewrite Rabs_pos_eq by lra. apply Rle_refl.
Qed.

(* ---- the identity: where the other scores are 0 ---- *)

Definition lone (x : A_seq) (y : R) (t : Z) : Prop := x 0%Z = y /\ (forall j, (0 < j)%Z -> (j < t)%Z -> x j = 0).

Lemma lone_total : forall x m n t y, first_visible m n t -> lone x y t -> L_total (L_identity_weights x m) n = y.
Proof.
  intros x m n t y F [A Z]. unfold L_identity_weights. rewrite (own_first (fun z => z) x m n t F), A.
  rewrite sum_of_zeros by (intros j J; apply Z; lia). ring.
Qed.

Lemma lone_absolute_total : forall x m n t y, first_visible m n t -> lone x y t ->
  L_total (L_absolutes (L_identity_weights x m)) n = Rabs y.
Proof.
  intros x m n t y F [A Z].
  replace (L_total (L_absolutes (L_identity_weights x m)) n) with (L_total (fun i => if m i then Rabs (x i) else 0) n).
  - rewrite (own_first Rabs x m n t F), A. rewrite sum_of_zeros; [ring|]. intros j J. rewrite Z by lia. apply Rabs_R0.
  - apply sum_equal. intros j J. unfold L_absolutes, L_identity_weights.
    destruct (m j); [reflexivity|symmetry; apply Rabs_R0].
Qed.

Lemma lone_by_sum : forall x m n t y e, first_visible m n t -> lone x y t ->
  L_sum_normalised (L_identity_weights x m) n e 0%Z = y / (y + e).
Proof.
  intros x m n t y e F X. unfold L_sum_normalised. rewrite (lone_total x m n t y F X). unfold L_identity_weights.
  destruct F as ((P & N) & M). rewrite (among_true m 0) by (apply M; lia). rewrite (proj1 X). reflexivity.
Qed.

Lemma lone_by_absolute_sum : forall x m n t y e, first_visible m n t -> lone x y t ->
  L_absolute_sum_normalised (L_identity_weights x m) n e 0%Z = Rabs y / (Rabs y + e).
Proof.
  intros x m n t y e F X. unfold L_absolute_sum_normalised, L_sum_normalised.
  rewrite (lone_absolute_total x m n t y F X).
  unfold L_absolutes, L_identity_weights. destruct F as ((P & N) & M). rewrite (among_true m 0) by (apply M; lia).
  rewrite (proj1 X). reflexivity.
Qed.

Lemma lone_at_least_one : forall x m n t y, first_visible m n t -> lone x y t ->
  L_at_least_one_normalised (L_identity_weights x m) n 0%Z = y / Rmax (Rabs y) 1.
Proof.
  intros x m n t y F X. unfold L_at_least_one_normalised. rewrite (lone_total x m n t y F X). unfold L_identity_weights.
  destruct F as ((P & N) & M). rewrite (among_true m 0) by (apply M; lia). rewrite (proj1 X). reflexivity.
Qed.

(* ---- a table of learned positions: width 1, the query 1, the keys `other`, row 0 the difference, every other row 0
   ---- *)

Definition row_dots (scale : R) (q k rows : A_seq) (d t j : Z) : R :=
  scale * L_dots (L_with_row q (L_drop rows (L_place (-1 + t) d 0))) (L_with_row k (L_drop rows (L_place j d 0))) d.

Lemma learned_two_scores : forall first other, exists q k rows : A_seq, forall t j, (1 < t)%Z -> (0 <= j)%Z ->
  row_dots 1 q k rows 1 t j = if (j =? 0)%Z then first else other.
Proof.
  intros first other. exists (fun _ => 1), (fun _ => other), (fun i => if (i =? 0)%Z then first - other else 0).
  intros t j T J. unfold row_dots, L_dots, sum_below. change (Z.to_nat 1) with 1%nat. cbn [total].
  change (Z.of_nat 0) with 0%Z.
  unfold L_with_row, L_drop, L_place.
  replace ((-1 + t) * 1 + 0 + 0)%Z with (t - 1)%Z by ring. replace (j * 1 + 0 + 0)%Z with j by ring.
  replace (t - 1 =? 0)%Z with false by (symmetry; apply Z.eqb_neq; lia). destruct (j =? 0)%Z; ring.
Qed.

(* ---- sinusoids: the query and the key lie along the sinusoid of position 0 ---- *)

Lemma dots_with_rows : forall q r k s d, L_dots (L_with_row q r) (L_with_row k s) d =
  L_dots q k d + L_dots q s d + L_dots r k d + L_dots r s d.
Proof.
  intros q r k s d. unfold L_dots, L_with_row, sum_below. induction (Z.to_nat d) as [|n IH]; simpl; [ring|]. rewrite IH.
  ring.
Qed.

Lemma dots_times : forall a b x y d, L_dots (fun e => a * x e) (fun e => b * y e) d = a * b * L_dots x y d.
Proof. intros a b x y d. unfold L_dots, sum_below. induction (Z.to_nat d) as [|n IH]; simpl; [ring|]. rewrite IH.
  ring. Qed.

Lemma sinusoid_product : forall turns p j layout pairs, layout = 0%Z \/ layout = 1%Z -> (0 <= pairs)%Z ->
  L_dots (L_sinusoid turns p layout pairs) (L_sinusoid turns j layout pairs) (2 * pairs) =
  sum_below (fun m => L_turn_cosine (turns m * IZR (p - j))) pairs.
Proof.
  intros turns p j layout pairs L P.
  assert (pair : forall m, L_turn_sine (turns m * IZR p) * L_turn_sine (turns m * IZR j) +
    L_turn_cosine (turns m * IZR p) * L_turn_cosine (turns m * IZR j) = L_turn_cosine (turns m * IZR (p - j))).
  { intro m. unfold L_turn_cosine, L_turn_sine. rewrite minus_IZR.
    replace (2 * PI * (turns m * (IZR p - IZR j))) with (2 * PI * (turns m * IZR p) - 2 * PI * (turns m * IZR j))
      by ring.
    rewrite cos_minus. ring. }
  destruct L as [-> | ->]; unfold L_dots.
  - rewrite sum_of_halves by exact P. apply sum_same. intros m M. rewrite <- pair. unfold L_sinusoid.
    change (0 =? 1)%Z with false. cbv iota.
    replace (m <? pairs)%Z with true by (symmetry; apply Z.ltb_lt; lia).
    replace (m + pairs <? pairs)%Z with false by (symmetry; apply Z.ltb_ge; lia).
    replace (m + pairs - pairs)%Z with m by ring. reflexivity.
  - rewrite sum_of_adjacent by exact P. apply sum_same. intros m M. rewrite <- pair. unfold L_sinusoid.
    change (1 =? 1)%Z with true. cbv iota. rewrite !Z.even_add, !Z.even_mul. cbn [Z.even orb Bool.eqb].
    replace (2 * m / 2)%Z with m by (rewrite Z.mul_comm, Z.div_mul; lia).
    replace ((2 * m + 1) / 2)%Z with m by (rewrite (Z.mul_comm 2 m), Z.div_add_l by lia; change (1 / 2)%Z with 0%Z;
      ring). reflexivity.
Qed.

Definition agreement (turns : A_seq) (pairs j : Z) : R := sum_below (fun m => L_turn_cosine (turns m * IZR j)) pairs.

Lemma agreement_bounds : forall turns pairs j, (0 <= pairs)%Z -> - IZR pairs <= agreement turns pairs j <= IZR pairs.
Proof.
  intros turns pairs j P. unfold agreement, L_turn_cosine. split.
  - assert (L := sum_least (fun m => cos (2 * PI * (turns m * IZR j))) (-1) pairs P).
    specialize (L ltac:(intros; apply COS_bound)). lra.
  - rewrite <- (Rmult_1_r (IZR pairs)), <- (sum_of_constant 1 pairs P). apply sum_at_most. intros. apply COS_bound.
Qed.

Lemma cosine_backwards : forall y, L_turn_cosine (- y) = L_turn_cosine y.
Proof. intro y. unfold L_turn_cosine. rewrite <- cos_neg. f_equal. ring. Qed.

Lemma agreement_backwards : forall turns pairs j, agreement turns pairs (0 - j) = agreement turns pairs j.
Proof.
  intros turns pairs j. apply sum_same. intros m M. rewrite minus_IZR. rewrite <- cosine_backwards. f_equal. ring.
Qed.

(* positions 1 .. T - 1 differ from position 0 in some pair *)
Definition distinct (turns : A_seq) (pairs T : Z) : Prop := forall j, (0 < j)%Z -> (j < T)%Z ->
  exists m, ((0 <= m)%Z /\ (m < pairs)%Z) /\ L_turn_cosine (IZR j * turns m) < 1.

Lemma agreement_of_zero : forall turns pairs, (0 <= pairs)%Z -> agreement turns pairs 0 = IZR pairs.
Proof.
  intros turns pairs P. unfold agreement. rewrite (sum_same _ (fun _ => 1)) by (intros m M; apply (no_turn (turns m))).
  rewrite sum_of_constant by exact P. ring.
Qed.

Lemma agreement_below : forall turns pairs T j, (0 <= pairs)%Z -> distinct turns pairs T -> (0 < j)%Z -> (j < T)%Z ->
  agreement turns pairs j < IZR pairs.
Proof.
  intros turns pairs T j P D J K. destruct (D j J K) as (m & (M & N) & L). rewrite Rmult_comm in L.
  assert (S := sum_one_and_least (fun m => - L_turn_cosine (turns m * IZR j)) (-1) pairs m ltac:(lia)).
  specialize (S ltac:(intros i I; unfold L_turn_cosine; assert (B := COS_bound (2 * PI * (turns i * IZR j))); lra)).
  cbv beta in S.
  assert (E : sum_below (fun m => - L_turn_cosine (turns m * IZR j)) pairs = - agreement turns pairs j).
  { unfold agreement, sum_below. rewrite (total_factor (-1) _ (fun m => L_turn_cosine (turns m * IZR j)));
      [ring|intro; ring]. }
  rewrite E in S. lra.
Qed.

Lemma agreement_gap : forall turns pairs T, (0 < pairs)%Z -> distinct turns pairs T ->
  exists gap, 0 < gap <= IZR pairs /\ forall j, (0 < j)%Z -> (j < T)%Z -> agreement turns pairs j <= IZR pairs - gap.
Proof.
  intros turns pairs T P D. assert (Q := IZR_lt 0 pairs P). destruct (Z_le_gt_dec T 0) as [N|N].
  { exists (IZR pairs). split; [lra|]. intros j J K. lia. }
  assert (H : forall k, (0 <= k)%Z -> exists gap, 0 < gap <= IZR pairs /\
    forall j, (0 < j)%Z -> (j < T)%Z -> (j < k)%Z -> agreement turns pairs j <= IZR pairs - gap).
  { apply natlike_ind.
    - exists (IZR pairs). split; [lra|]. intros; lia.
    - intros k K (gap & G & B). destruct (Z_lt_le_dec 0 k) as [A|A]; [destruct (Z_lt_le_dec k T) as [C|C]|].
      + assert (L := agreement_below turns pairs T k ltac:(lia) D A C).
        exists (Rmin gap (IZR pairs - agreement turns pairs k)). split.
        * split; [apply Rmin_glb_lt; lra|]. eapply Rle_trans; [apply Rmin_l|lra].
        * intros j J U V. assert (M1 := Rmin_l gap (IZR pairs - agreement turns pairs k)).
          assert (M2 := Rmin_r gap (IZR pairs - agreement turns pairs k)).
          destruct (Z.eq_dec j k) as [E|E]; [rewrite E; lra|]. assert (W := B j J U ltac:(lia)). lra.
      + exists gap. split; [exact G|]. intros j J U V. apply B; lia.
      + exists gap. split; [exact G|]. intros j J U V. lia. }
  destruct (H T ltac:(lia)) as (gap & G & B). exists gap. split; [exact G|]. intros j J K. apply B; assumption.
Qed.

Definition sinusoid_score (scale : R) (q k turns : A_seq) (layout pairs t j : Z) : R :=
  scale * L_dots (L_with_row q (L_sinusoid turns (t - 1) layout pairs)) (L_with_row k (L_sinusoid turns j layout pairs))
    (2 * pairs).

Lemma sinusoids_stand_out : forall turns layout pairs T scale high low, layout = 0%Z \/ layout = 1%Z -> (0 < pairs)%Z ->
  0 < scale ->
  distinct turns pairs T -> exists q k : A_seq, forall t, (t <= T)%Z ->
  high <= sinusoid_score scale q k turns layout pairs t 0 /\
  forall j, (0 < j)%Z -> (j < t)%Z -> sinusoid_score scale q k turns layout pairs t j <= low.
Proof.
  intros turns layout pairs T scale high low L P S D. destruct (agreement_gap turns pairs T P D) as (gap & G & B).
  assert (Q := IZR_lt 0 pairs P). set (z := L_sinusoid turns 0 layout pairs).
  set (far := 2 * IZR pairs + (Rabs high + Rabs low) / scale). set (lambda := 2 / gap * far).
  set (kappa := 1 - gap / (2 * IZR pairs)).
  assert (AH := Rle_abs high). assert (AL := Rle_abs (- low)). rewrite Rabs_Ropp in AL.
  assert (PH := Rabs_pos high). assert (PL := Rabs_pos low).
  assert (FH : scale * (far - 2 * IZR pairs) = Rabs high + Rabs low) by (unfold far; field; lra).
  assert (F : 0 < far).
  { unfold far. assert (0 <= (Rabs high + Rabs low) / scale) by (apply Rmult_le_pos;
      [lra|left; apply Rinv_0_lt_compat, S]). lra. }
  assert (LG : lambda * gap = 2 * far) by (unfold lambda; field; lra).
  assert (LP : 0 < lambda) by (unfold lambda; apply Rmult_lt_0_compat; [apply Rdiv_lt_0_compat; lra|exact F]).
  assert (KP : kappa * IZR pairs = IZR pairs - gap / 2) by (unfold kappa; field; lra).
  assert (K : 0 <= kappa <= 1).
  { unfold kappa. assert (0 < gap / (2 * IZR pairs)) by (apply Rdiv_lt_0_compat; lra).
    assert (gap / (2 * IZR pairs) <= 1) by (apply share_of_more; lra). lra. }
  exists (fun e => lambda * z e), (fun e => - kappa * z e). intros t T0.
  assert (score : forall j, sinusoid_score scale (fun e => lambda * z e) (fun e => - kappa * z e) turns layout pairs t j
    =
    scale * (lambda * (agreement turns pairs j - kappa * IZR pairs) + - kappa * agreement turns pairs (t - 1) +
      agreement turns pairs (t - 1 - j))).
  { intro j. unfold sinusoid_score. rewrite dots_with_rows. f_equal.
    rewrite (dots_times lambda (- kappa) z z).
    replace (L_dots (fun e => lambda * z e) (L_sinusoid turns j layout pairs) (2 * pairs)) with
      (lambda * L_dots z (L_sinusoid turns j layout pairs) (2 * pairs)).
    2:{ rewrite <- (Rmult_1_r lambda) at 1. rewrite <- dots_times. unfold L_dots. apply sum_same. intros; ring. }
    replace (L_dots (L_sinusoid turns (t - 1) layout pairs) (fun e => - kappa * z e) (2 * pairs)) with
      (- kappa * L_dots (L_sinusoid turns (t - 1) layout pairs) z (2 * pairs)).
    2:{ rewrite <- (Rmult_1_l (- kappa)) at 1. rewrite <- dots_times. unfold L_dots. apply sum_same. intros; ring. }
    unfold z. rewrite !sinusoid_product by (assumption || lia).
    fold (agreement turns pairs (0 - 0)). fold (agreement turns pairs (0 - j)).
    fold (agreement turns pairs (t - 1 - 0)).
    fold (agreement turns pairs (t - 1 - j)). rewrite !agreement_backwards, Z.sub_0_r.
    rewrite agreement_of_zero by lia. ring. }
  assert (C := agreement_bounds turns pairs (t - 1) ltac:(lia)).
  assert (KC : - IZR pairs <= kappa * agreement turns pairs (t - 1) <= IZR pairs).
  { assert (U := Rmult_le_compat_l kappa _ _ (proj1 K) (proj1 C)).
    assert (V := Rmult_le_compat_l kappa _ _ (proj1 K) (proj2 C)).
    assert (W := Rmult_le_compat_r (IZR pairs) kappa 1 ltac:(lra) (proj2 K)). lra. }
  split.
  - rewrite score, agreement_of_zero, KP, Z.sub_0_r by lia.
    apply Rle_trans with (scale * (far - 2 * IZR pairs)); [lra|]. apply Rmult_le_compat_l; [lra|].
    replace (lambda * (IZR pairs - (IZR pairs - gap / 2))) with (lambda * gap / 2) by field. lra.
  - intros j J U. rewrite score, KP. assert (V := B j J ltac:(lia)).
    assert (W := agreement_bounds turns pairs (t - 1 - j) ltac:(lia)).
    apply Rle_trans with (scale * (2 * IZR pairs - far)); [apply Rmult_le_compat_l; [lra|]|lra].
    assert (X : lambda * (agreement turns pairs j - (IZR pairs - gap / 2)) <= lambda * (- (gap / 2)))
      by (apply Rmult_le_compat_l; lra).
    replace (lambda * (- (gap / 2))) with (- (lambda * gap) / 2) in X by field. lra.
Qed.

(* a frequency so low that T - 1 positions are less than one turn *)
Lemma slow_pair_distinguishes : forall turns pairs T m, (0 <= m)%Z -> (m < pairs)%Z -> 0 < turns m ->
  turns m * IZR (T - 1) < 1 ->
  distinct turns pairs T.
Proof.
  intros turns pairs T m M N P S j J K. exists m. split; [split; assumption|]. rewrite Rmult_comm.
  set (y := turns m * IZR j).
  assert (Y : 0 < y < 1).
  { unfold y. assert (A := IZR_lt 0 j J). assert (B := IZR_le j (T - 1) ltac:(lia)).
    split; [apply Rmult_lt_0_compat; assumption|].
    eapply Rle_lt_trans; [|exact S]. apply Rmult_le_compat_l; lra. }
  clearbody y. unfold L_turn_cosine. replace (2 * PI * y) with (2 * (PI * y)) by ring.
  rewrite cos_2a_sin. assert (Q := PI_RGT_0).
  assert (0 < sin (PI * y)).
  { apply sin_gt_0; [apply Rmult_lt_0_compat; lra|]. rewrite <- (Rmult_1_r PI) at 2. apply Rmult_lt_compat_l; lra. }
  assert (0 < sin (PI * y) * sin (PI * y)) by (apply Rmult_lt_0_compat; assumption). lra.
Qed.

(* ---- together ---- *)

Lemma learned_sinks : forall a T level bound, sinks a level -> 0 < bound -> exists q k rows : A_seq, forall x m n t,
  (t <= T)%Z -> (1 < t)%Z -> first_visible m n t -> (forall j, (0 <= j)%Z -> (j < t)%Z ->
    row_dots 1 q k rows 1 t j = x j) ->
  level < bound + a x m n 0%Z.
Proof.
  intros a T level b H B. destruct (H T b B) as (high & low & K).
  destruct (learned_two_scores high low) as (q & k & rows & S).
  exists q, k, rows. intros x m n t L G F X. apply (K x m n t L F). split.
  - rewrite <- (X 0%Z), S by lia. apply Rle_refl.
  - intros j J U. rewrite <- (X j), S by lia. replace (j =? 0)%Z with false by (symmetry; apply Z.eqb_neq; lia).
    apply Rle_refl.
Qed.

Lemma sinusoids_sink : forall a turns layout pairs T scale level bound, sinks a level -> 0 < bound -> layout = 0%Z \/
  layout = 1%Z ->
  (0 < pairs)%Z -> 0 < scale -> distinct turns pairs T -> exists q k : A_seq, forall x m n t, (t <= T)%Z ->
    first_visible m n t ->
  (forall j, (0 <= j)%Z -> (j < t)%Z -> sinusoid_score scale q k turns layout pairs t j = x j) ->
    level < bound + a x m n 0%Z.
Proof.
  intros a turns layout pairs T scale level b H B L P S D. destruct (H T b B) as (high & low & K).
  destruct (sinusoids_stand_out turns layout pairs T scale high low L P S D) as (q & k & Q). exists q, k.
  intros x m n t U F X.
  destruct (Q t U) as [A Z]. assert (T0 := proj1 (proj1 F)). apply (K x m n t U F). split.
  - rewrite <- (X 0%Z) by lia. exact A.
  - intros j J V. rewrite <- (X j) by lia. apply Z; assumption.
Qed.

Lemma relative_sinks : forall a t level bound c, sinks a level -> 0 < bound -> (0 < t)%Z ->
  exists g : A_seq, forall x m n,
  first_visible m n t -> (forall j, (0 <= j)%Z -> (j < t)%Z -> c + g (-1 + t + -1 * j)%Z = x j) ->
    level < bound + a x m n 0%Z.
Proof.
  intros a t level b c H B T. destruct (H t b B) as (high & low & K).
  exists (fun d => (if (d =? t - 1)%Z then high else low) - c). intros x m n F X. apply (K x m n t ltac:(lia) F). split.
  - rewrite <- (X 0%Z) by lia. replace (-1 + t + -1 * 0 =? t - 1)%Z with true by (symmetry; apply Z.eqb_eq; lia). lra.
  - intros j J L. rewrite <- (X j) by lia. replace (-1 + t + -1 * j =? t - 1)%Z with false
      by (symmetry; apply Z.eqb_neq; lia). lra.
Qed.
