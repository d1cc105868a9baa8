(* direct_math.v - weights within their ends pull at most so much. *)
From Coq Require Import Reals ZArith Lia Lra.
From Flocq Require Import Core.
Require Import BuiltIn.
From Plumbline.model Require Import sequence total evaluation direct.
From Plumbline.compare Require Import sums_math.
Open Scope R_scope.

(* sums over the visible keys are sums over all *)
Lemma visible_monotone : forall n (m : A_subset) f g, (forall j, key n j -> m j = true -> f j <= g j) ->
  L_visible_total f m n <= L_visible_total g m n.
Proof. intros n m f g H. apply sum_monotone. intros j K. specialize (H j K). destruct (m j); [auto|lra]. Qed.

Lemma visible_plus : forall n m f g, L_visible_total (fun j => f j + g j) m n =
  L_visible_total f m n + L_visible_total g m n.
Proof. intros n m f g. unfold L_visible_total. rewrite <- sum_plus. apply sum_same. intros j _.
  destruct (m j); ring. Qed.

Lemma visible_factor : forall n m c f, L_visible_total (fun j => c * f j) m n = c * L_visible_total f m n.
Proof. intros n m c f. unfold L_visible_total. rewrite <- sum_factor. apply sum_same. intros j _.
  destruct (m j); ring. Qed.

Lemma visible_same : forall n (m : A_subset) f g, (forall j, key n j -> m j = true -> f j = g j) ->
  L_visible_total f m n = L_visible_total g m n.
Proof. intros n m f g H. apply sum_same. intros j K. specialize (H j K). destruct (m j); auto. Qed.

Lemma visible_positive : forall n (m : A_subset) f, (forall j, key n j -> m j = true -> 0 <= f j) ->
  0 <= L_visible_total f m n.
Proof. intros n m f H. apply sum_positive. intros j K. specialize (H j K). destruct (m j); [auto|lra]. Qed.

Lemma visible_absolute : forall n (m : A_subset) f g, (forall j, key n j -> m j = true -> Rabs (f j) <= g j) ->
  Rabs (L_visible_total f m n) <= L_visible_total g m n.
Proof. intros n m f g H. apply sum_absolute. intros j K. specialize (H j K).
  destruct (m j); [auto|rewrite Rabs_R0; lra]. Qed.

(* between its ends a product is at most the larger one there *)
Lemma at_an_end : forall p least most d, least <= p -> p <= most -> p * d <= Rmax (d * least) (d * most).
Proof.
  intros p least most d A B. destruct (Rle_lt_dec 0 d) as [D|D].
  - eapply Rle_trans; [|apply Rmax_r]. rewrite (Rmult_comm p). apply Rmult_le_compat_l; assumption.
  - eapply Rle_trans; [|apply Rmax_l]. assert (0 <= (p - least) * - d) by (apply Rmult_le_pos; lra). lra.
Qed.

(* what an evaluation of x leaves to its weights, on either side of x *)
Lemma evaluation_pulls : forall p v (m : A_subset) n kv eta k zeta x side goal size,
  (forall j, key n j -> m j = true -> 0 <= p j) -> (side = 1 \/ side = -1) -> 0 <= side * (x - goal) ->
    Rabs x <= size ->
  P_evaluates p v m n kv eta k zeta x ->
  0 <= L_visible_total (fun j => p j * L_pulls v side goal kv (k * size) j) m n + eta + size * zeta.
Proof.
  intros p v m n kv eta k zeta x side goal size P S G X (a & b & Q & A & B).
  set (pv := L_visible_total (fun j => p j * v j) m n) in *.
  set (pa := L_visible_total (fun j => p j * Rabs (v j)) m n) in *.
  set (pt := L_visible_total p m n) in *.
  assert (E : L_visible_total (fun j => p j * L_pulls v side goal kv (k * size) j) m n =
    side * pv - side * goal * pt + kv * pa + k * size * pt).
  { unfold pv, pa, pt. replace (side * goal * L_visible_total p m n) with (- (- (side * goal) * L_visible_total p m n))
      by ring.
    unfold Rminus. rewrite Ropp_involutive, <- !visible_factor, <- !visible_plus. apply visible_same. intros j _ _.
    unfold L_pulls. ring. }
  rewrite E.
  assert (PT : 0 <= pt) by (apply visible_positive; exact P).
  assert (T : 0 <= side * (x - goal) * pt) by (apply Rmult_le_pos; assumption).
  assert (XB : Rabs (x * (b - pt)) <= size * (k * pt + zeta)).
  { rewrite Rabs_mult. apply Rmult_le_compat; try apply Rabs_pos; assumption. }
  apply Rabs_le_inv in A. apply Rabs_le_inv in XB. rewrite Rmult_minus_distr_l, <- Q in XB.
  destruct S as [S|S]; subst side; lra.
Qed.

Lemma pulls_within_ends : forall p least most (limited : A_subset) pull (m : A_subset) n,
  (forall j, key n j -> m j = true -> 0 <= p j /\ least j <= p j /\ (limited j = true -> p j <= most j)) ->
  (forall j, key n j -> m j = true -> limited j = false -> pull j <= 0) ->
  L_visible_total (fun j => p j * pull j) m n <= L_pulled least most limited pull m n.
Proof.
  intros p least most limited pull m n P U. unfold L_visible_total, L_pulled. apply sum_monotone. intros j K.
  destruct (m j) eqn:M; [|lra]. destruct (P j K M) as (_ & A & B). destruct (limited j) eqn:L.
  - apply at_an_end; [exact A|apply B; reflexivity].
  - specialize (U j K M L). assert (0 <= (p j - least j) * - pull j) by (apply Rmult_le_pos; lra). lra.
Qed.

Lemma excess_excludes : forall p least most (limited : A_subset) v (m : A_subset) n kv eta k zeta x side goal size,
  (forall j, key n j -> m j = true -> 0 <= p j /\ least j <= p j /\ (limited j = true -> p j <= most j)) ->
  (side = 1 \/ side = -1) -> 0 <= side * (x - goal) -> Rabs x <= size ->
  (forall j, key n j -> m j = true -> limited j = false -> L_pulls v side goal kv (k * size) j <= 0) ->
  eta + zeta * size + L_pulled least most limited (L_pulls v side goal kv (k * size)) m n < 0 ->
  ~ P_evaluates p v m n kv eta k zeta x.
Proof.
  intros p least most limited v m n kv eta k zeta x side goal size P S G X U L E.
  assert (A := evaluation_pulls p v m n kv eta k zeta x side goal size (fun j K M => proj1 (P j K M)) S G X E).
  assert (B := pulls_within_ends p least most limited _ m n P U). lra.
Qed.

(* farther off it is no better *)
Lemma excess_falls : forall p least most (limited : A_subset) v (m : A_subset) n kv eta k zeta x side goal,
  (forall j, key n j -> m j = true -> 0 <= p j /\ least j <= p j /\ (limited j = true -> p j <= most j)) ->
  (side = 1 \/ side = -1) -> 0 <= side * (x - goal) ->
  (forall j, key n j -> m j = true -> limited j = false -> L_pulls v side goal kv (k * Rabs goal) j <= 0) ->
  eta + zeta * Rabs goal + L_pulled least most limited (L_pulls v side goal kv (k * Rabs goal)) m n < 0 ->
  k <= 1 -> zeta <= (1 - k) * L_visible_total least m n ->
  ~ P_evaluates p v m n kv eta k zeta x.
Proof.
  intros p least most limited v m n kv eta k zeta x side goal P S G U L K Z E.
  assert (A := evaluation_pulls p v m n kv eta k zeta x side x (Rabs x) (fun j K M => proj1 (P j K M)) S ltac:(lra)
    (Rle_refl _) E).
  assert (B := pulls_within_ends p least most limited _ m n P U).
  set (t := L_visible_total p m n) in *.
  assert (D : L_visible_total (fun j => p j * L_pulls v side x kv (k * Rabs x) j) m n =
    L_visible_total (fun j => p j * L_pulls v side goal kv (k * Rabs goal) j) m n +
      (k * (Rabs x - Rabs goal) - side * (x - goal)) * t).
  { unfold t. rewrite <- visible_factor, <- visible_plus. apply visible_same. intros j _ _. unfold L_pulls. ring. }
  rewrite D in A. clear D.
  assert (T : L_visible_total least m n <= t) by (apply visible_monotone; intros j J M; apply (P j J M)).
  destruct E as (a & b & _ & _ & E). fold t in E. assert (E0 := Rabs_pos (b - t)).
  assert (W : Rabs x - Rabs goal <= side * (x - goal)).
  { eapply Rle_trans; [apply Rabs_triang_inv|]. destruct S as [S|S]; subst side;
      [rewrite Rabs_pos_eq by lra|rewrite <- Rabs_Ropp, Rabs_pos_eq by lra]; lra. }
  assert (X : (k * t + zeta) * (Rabs x - Rabs goal) <= (k * t + zeta) * (side * (x - goal)))
    by (apply Rmult_le_compat_l; lra).
  assert (Y : zeta <= (1 - k) * t) by (eapply Rle_trans; [exact Z|apply Rmult_le_compat_l; lra]).
  assert (V : (k * t + zeta) * (side * (x - goal)) <= t * (side * (x - goal))) by (apply Rmult_le_compat_r; lra).
  lra.
Qed.

(* the weights, and the errors of the two sums, that reach the bound *)
Lemma excess_is_reached : forall least most (limited : A_subset) v (m : A_subset) n kv eta k zeta goal,
  0 <= kv -> 0 <= k -> 0 <= eta -> 0 <= zeta ->
  (forall j, key n j -> m j = true -> limited j = true /\ 0 <= least j <= most j) ->
  eta + zeta * Rabs goal + L_pulled least most limited (L_pulls v 1 goal kv (k * Rabs goal)) m n = 0 ->
  exists p, (forall j, key n j -> m j = true -> 0 <= p j /\ least j <= p j /\ (limited j = true -> p j <= most j)) /\
    P_evaluates p v m n kv eta k zeta goal.
Proof.
  intros least most limited v m n kv eta k zeta goal KV K E Z H X.
  set (d := L_pulls v 1 goal kv (k * Rabs goal)) in *.
  set (p := fun j => if Rle_lt_dec 0 (d j) then most j else least j).
  assert (P : forall j, key n j -> m j = true -> 0 <= p j /\ least j <= p j /\ p j <= most j).
  { intros j J M. destruct (H j J M) as (_ & A). unfold p. destruct (Rle_lt_dec 0 (d j)); lra. }
  exists p. split; [intros j J M; destruct (P j J M) as (A & B & C); auto|].
  assert (D : L_pulled least most limited d m n = L_visible_total (fun j => p j * d j) m n).
  { unfold L_pulled, L_visible_total. apply sum_same. intros j J. destruct (m j) eqn:M; [|reflexivity].
    destruct (H j J M) as (L & A). rewrite L. unfold p. destruct (Rle_lt_dec 0 (d j)) as [S|S].
    - rewrite Rmax_right; [ring|]. apply Rmult_le_compat_l; lra.
    - rewrite Rmax_left; [ring|]. assert (0 <= (most j - least j) * - d j) by (apply Rmult_le_pos; lra). lra. }
  set (t := L_visible_total p m n). set (pv := L_visible_total (fun j => p j * v j) m n).
  set (pa := L_visible_total (fun j => p j * Rabs (v j)) m n).
  assert (F : L_visible_total (fun j => p j * d j) m n = pv + kv * pa + (k * Rabs goal - goal) * t).
  { unfold pv, pa, t. rewrite <- !visible_factor, <- !visible_plus. apply visible_same. intros j _ _. unfold d, L_pulls.
    ring. }
  assert (T : 0 <= t) by (apply visible_positive; intros j J M; apply (P j J M)).
  assert (PA : 0 <= pa) by (apply visible_positive; intros j J M; apply Rmult_le_pos; [apply (P j J M)|apply Rabs_pos]).
  assert (kv * pa >= 0) by (apply Rle_ge, Rmult_le_pos; assumption).
  assert (0 <= k * t) by (apply Rmult_le_pos; assumption).
  destruct (Rle_lt_dec 0 goal) as [G|G]; [rewrite Rabs_pos_eq in * by exact G|rewrite Rabs_left in * by exact G].
  - exists (pv + (kv * pa + eta)), (t - (k * t + zeta)). split; [|split]; fold pv pa t.
    + lra.
    + replace (_ - _) with (kv * pa + eta) by ring. rewrite Rabs_pos_eq; lra.
    + replace (_ - _) with (- (k * t + zeta)) by ring. rewrite Rabs_Ropp, Rabs_pos_eq; lra.
  - exists (pv + (kv * pa + eta)), (t + (k * t + zeta)). split; [|split]; fold pv pa t.
    + lra.
    + replace (_ - _) with (kv * pa + eta) by ring. rewrite Rabs_pos_eq; lra.
    + replace (_ - _) with (k * t + zeta) by ring. rewrite Rabs_pos_eq; lra.
Qed.

(* ---- a mean of the values, whatever its weights ---- *)

Lemma hull_excludes : forall p v (m : A_subset) n kv eta k zeta x side goal size,
  (forall j, key n j -> m j = true -> 0 <= p j) -> 1 <= L_visible_total p m n ->
  (side = 1 \/ side = -1) -> 0 <= side * (x - goal) -> Rabs x <= size -> 0 <= eta -> 0 <= zeta ->
  (forall j, key n j -> m j = true -> L_pulls v side goal kv (k * size) j + (eta + zeta * size) < 0) ->
  ~ P_evaluates p v m n kv eta k zeta x.
Proof.
  intros p v m n kv eta k zeta x side goal size P T S G X E0 Z0 H E.
  assert (A := evaluation_pulls p v m n kv eta k zeta x side goal size P S G X E).
  set (start := eta + zeta * size) in *.
  assert (S0 : 0 <= start).
  { unfold start. assert (0 <= size) by (eapply Rle_trans; [apply Rabs_pos|exact X]).
    assert (0 <= zeta * size) by (apply Rmult_le_pos; assumption). lra. }
  set (g := fun j => p j * - (L_pulls v side goal kv (k * size) j + start)).
  assert (G0 : forall j, key n j -> m j = true -> 0 <= g j).
  { intros j J M. specialize (H j J M). apply Rmult_le_pos; [apply (P j J M)|lra]. }
  assert (B : L_visible_total (fun j => p j * L_pulls v side goal kv (k * size) j) m n =
    - start * L_visible_total p m n + -1 * L_visible_total g m n).
  { rewrite <- !visible_factor, <- visible_plus. apply visible_same. intros j _ _. unfold g. ring. }
  assert (C : start * 1 <= start * L_visible_total p m n) by (apply Rmult_le_compat_l; assumption).
  assert (GP : 0 <= L_visible_total g m n) by (apply visible_positive; exact G0).
  (* the sum is 0 only if every weight is, and they are at least 1 together *)
  assert (N : L_visible_total p m n <= 0); [|lra].
  replace 0 with (L_visible_total (fun _ => 0) m n).
  - apply visible_monotone. intros j J M.
    assert (L : g j <= L_visible_total g m n).
    { assert (Q := sum_positive_term n (fun i => if m i then g i else 0) j J). cbv beta in Q. rewrite M in Q. apply Q.
      intros i I. destruct (m i) eqn:V; [apply G0; assumption|lra]. }
    assert (Z : g j <= 0) by (unfold start in B, C; lra). unfold g in Z. specialize (H j J M). specialize (P j J M).
    destruct (Rle_lt_dec (p j) 0) as [R|R]; [exact R|].
    assert (0 < p j * - (L_pulls v side goal kv (k * size) j + start)) by (apply Rmult_lt_0_compat; lra). lra.
  - unfold L_visible_total. rewrite (sum_same n _ (fun j => 0 * 0)) by (intros j _; destruct (m j); ring).
    rewrite sum_factor. ring.
Qed.
