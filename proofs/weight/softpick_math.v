(* softpick_math.v - the rectified softmax: any shift will do, and the weights sum to at most 1. *)
From Coq Require Import Reals ZArith Lia Lra.
From Plumbline.model Require Import sequence binary64 tanh normalised softpick.
From Plumbline.number Require Import sequence_math.
From Plumbline.weight Require Import normalised_math.
Open Scope R_scope.

Lemma excess_factor : forall x c, L_excess x c = exp (- c) * (exp x - 1).
Proof.
  intros x c. unfold L_excess. replace (x - c) with (- c + x) by ring. rewrite exp_plus. ring.
Qed.

Lemma excess_moved : forall x c d, L_excess x c = exp (d - c) * L_excess x d.
Proof.
  intros x c d. rewrite !excess_factor, <- Rmult_assoc, <- exp_plus. do 2 f_equal. ring.
Qed.

Lemma excesses_moved : forall x m c d n, L_excesses x m c n = exp (d - c) * L_excesses x m d n.
Proof.
  intros x m c d n. apply total_factor. intro i. destruct (m i); [|ring].
  rewrite (excess_moved _ c d), Rabs_mult, (Rabs_pos_eq (exp _)); [ring|left; apply exp_pos].
Qed.

Lemma excess_of_zero : forall c, L_excess 0 c = 0.
Proof. intro c. rewrite excess_factor, exp_0. ring. Qed.

Lemma softpick_any_shift : forall x m c e n i, m i = true ->
  Rmax (L_excess (x i) c) 0 / (L_excesses x m c n + e * exp (L_largest x m n - c)) = L_softpick x m n e i.
Proof.
  intros x m c e n i M. unfold L_softpick. rewrite M. set (d := L_largest x m n).
  rewrite (excesses_moved _ _ c d), (excess_moved _ c d). assert (P := exp_pos (d - c)).
  set (k := exp (d - c)) in *. set (a := L_excess (x i) d). set (b := L_excesses x m d n).
  replace (b * k) with (k * b) by ring. replace (k * b + e * k) with (k * (b + e)) by ring.
  replace (Rmax (k * a) 0) with (k * Rmax 0 a).
  - unfold Rdiv. rewrite Rinv_mult.
    replace (k * Rmax 0 a * (/ k * / (b + e))) with (k * / k * (Rmax 0 a * / (b + e))) by ring.
    rewrite Rinv_r by lra. ring.
  - rewrite <- RmaxRmult by lra. rewrite Rmult_0_r. apply Rmax_comm.
Qed.

(* e^x - 1 = 2 t / (1 - t) with t = tanh (x / 2) *)
Lemma excess_by_tanh : forall x c,
  L_excess x c = exp (- c) * ((L_rtanh (x * (1 / 2)) + L_rtanh (x * (1 / 2))) / (1 - L_rtanh (x * (1 / 2)))).
Proof.
  intros x c. rewrite excess_factor. f_equal. unfold L_rtanh. set (h := x * (1 / 2)).
  replace x with (h + h) by (unfold h; field). rewrite exp_plus, exp_Ropp.
  assert (P := exp_pos h). set (y := exp h) in *. assert (Q : 0 < y * y) by (apply Rmult_lt_0_compat; assumption).
  field. repeat split; intro Z; lra.
Qed.

Lemma excess_sign : forall x c, x <= 0 -> L_excess x c <= 0.
Proof.
  intros x c X. rewrite excess_factor. assert (P := exp_pos (- c)).
  assert (E : exp x <= 1).
  { rewrite <- exp_0. destruct X as [X|X]; [left; apply exp_increasing, X|rewrite X; lra]. }
  assert (0 <= exp (- c) * (1 - exp x)) by (apply Rmult_le_pos; lra). lra.
Qed.

Lemma excess_sign_right : forall x c, 0 <= x -> 0 <= L_excess x c.
Proof.
  intros x c X. rewrite excess_factor. assert (P := exp_pos (- c)). apply Rmult_le_pos; [lra|].
  assert (E : 1 <= exp x).
  { rewrite <- exp_0. destruct X as [X|X]; [left; apply exp_increasing, X|rewrite <- X; lra]. }
  lra.
Qed.

Lemma softpick_negative : forall x m n e i, x i <= 0 -> L_softpick x m n e i = 0.
Proof.
  intros x m n e i X. unfold L_softpick. destruct (m i); [|reflexivity].
  rewrite Rmax_left by (apply excess_sign, X). unfold Rdiv. ring.
Qed.

Lemma softpick_sum : forall x m n e, 0 <= e -> L_absolute_total (L_softpick x m n e) n <= 1.
Proof.
  intros x m n e E. set (d := L_largest x m n). set (b := L_excesses x m d n).
  assert (B : 0 <= b).
  { apply total_positive. intro i. destruct (m i); [apply Rabs_pos|lra]. }
  assert (D : 0 <= / (b + e)).
  { destruct (Req_dec (b + e) 0) as [Z|Z]; [rewrite Z, Rinv_0; lra|].
    left. apply Rinv_0_lt_compat. lra. }
  apply Rle_trans with (/ (b + e) * b).
  - replace (/ (b + e) * b) with
      (sum_below (fun i => / (b + e) * (if m i then Rabs (L_excess (x i) d) else 0)) n)
      by (apply (total_factor (/ (b + e))); reflexivity).
    apply total_at_most. intro i. unfold L_absolutes, L_softpick.
    destruct (m i); [|rewrite Rabs_R0; lra]. fold d b. unfold Rdiv.
    rewrite Rabs_mult, (Rabs_pos_eq (/ _)) by exact D. rewrite Rmult_comm.
    apply Rmult_le_compat_l; [exact D|]. rewrite Rabs_pos_eq by apply Rmax_l.
    apply Rmax_lub; [apply Rabs_pos|apply Rle_abs].
  - destruct (Req_dec (b + e) 0) as [Z|Z]; [rewrite Z, Rinv_0; lra|].
    apply Rmult_le_reg_l with (b + e); [lra|]. rewrite <- Rmult_assoc, Rinv_r by exact Z. lra.
Qed.

(* ---- the largest ---- *)
Lemma vacant_none : forall x m n, (forall i, (0 <= i < Z.of_nat n)%Z -> m i = false) -> largest_below x m n = None.
Proof.
  intros x m n. induction n as [|n IH]; intro V; [reflexivity|]. simpl.
  rewrite (V (Z.of_nat n)) by lia. apply IH. intros i I. apply V. lia.
Qed.

Lemma largest_some : forall x m n,
  (exists y, largest_below x m n = Some y) \/ (forall i, (0 <= i < Z.of_nat n)%Z -> m i = false).
Proof.
  intros x m n. induction n as [|n IH]; [right; intros; lia|]. simpl.
  destruct (m (Z.of_nat n)) eqn:M; [left; eexists; reflexivity|].
  destruct IH as [Y|V]; [left; exact Y|right]. intros i I.
  destruct (Z.eq_dec i (Z.of_nat n)) as [->|N]; [exact M|apply V; lia].
Qed.

Lemma vacant_step : forall m n k, (0 <= n)%Z -> (n < k)%Z -> (k <= 1 + n)%Z ->
  P_vacant m k <-> P_vacant m n /\ ~ P_among m n.
Proof.
  intros m n k N L G. replace k with (1 + n)%Z by lia. unfold P_vacant, P_among. split.
  - intro V. split; [intros i I; apply V; lia|rewrite V by lia; discriminate].
  - intros [V M] i I. destruct (Z.eq_dec i n) as [->|D]; [destruct (m n); congruence|apply V; lia].
Qed.

Lemma largest_step : forall x m n k, (0 <= n)%Z -> (n < k)%Z -> (k <= 1 + n)%Z ->
  largest_below x m (Z.to_nat k) =
  if m n then Some (match largest_below x m (Z.to_nat n) with None => x n | Some y => Rmax y (x n) end)
  else largest_below x m (Z.to_nat n).
Proof.
  intros x m n k N L G. replace (Z.to_nat k) with (S (Z.to_nat n)) by lia.
  simpl. rewrite Z2Nat.id by exact N. reflexivity.
Qed.

Lemma largest_begins : forall x m n k, (0 <= n)%Z -> (n < k)%Z -> (k <= 1 + n)%Z -> P_among m n -> P_vacant m n ->
  L_largest x m k = x n.
Proof.
  intros x m n k N L G M V. unfold L_largest. rewrite (largest_step _ _ n k N L G), (among_true _ _ M), vacant_none.
  - reflexivity.
  - intros i I. apply V. lia.
Qed.

Lemma largest_grows : forall x m n k, (0 <= n)%Z -> (n < k)%Z -> (k <= 1 + n)%Z -> P_among m n -> ~ P_vacant m n ->
  L_largest x m k = Rmax (L_largest x m n) (x n).
Proof.
  intros x m n k N L G M V. unfold L_largest. rewrite (largest_step _ _ n k N L G), (among_true _ _ M).
  destruct (largest_some x m (Z.to_nat n)) as [[y ->]|E]; [reflexivity|].
  destruct V. intros i I. apply E. lia.
Qed.

Lemma largest_stays : forall x m n k, (0 <= n)%Z -> (n < k)%Z -> (k <= 1 + n)%Z -> ~ P_among m n ->
  L_largest x m k = L_largest x m n.
Proof.
  intros x m n k N L G M. unfold L_largest. rewrite (largest_step _ _ n k N L G), (among_false _ _ M). reflexivity.
Qed.

Lemma largest_is_reached : forall x m n, (0 <= n)%Z -> ~ P_vacant m n ->
  exists i, (0 <= i < n)%Z /\ P_among m i /\ L_largest x m n = x i.
Proof.
  intros x m n N. revert n N. apply (natlike_ind (fun n => ~ P_vacant m n -> exists i, (0 <= i < n)%Z /\ P_among m i /\
    L_largest x m n = x i)).
  - intro V. destruct V. intros i I. lia.
  - intros n N IH V. destruct (m n) eqn:M.
    + destruct (largest_some x m (Z.to_nat n)) as [[y Y]|E].
      * assert (W : ~ P_vacant m n).
        { intro W. rewrite vacant_none in Y; [discriminate|]. intros i I. apply W. lia. }
        rewrite (largest_grows x m n) by (try lia; assumption).
        destruct (IH W) as (i & I & A & H). unfold Rmax. destruct (Rle_dec _ _).
        -- exists n. split; [lia|split; [exact M|reflexivity]].
        -- exists i. split; [lia|split; assumption].
      * exists n. split; [lia|split; [exact M|]]. apply largest_begins; try lia; [exact M|].
        intros i I. apply E. lia.
    + assert (A : ~ P_among m n) by (unfold P_among; congruence).
      rewrite (largest_stays x m n) by (try lia; exact A).
      destruct IH as (i & I & B & H).
      { intro W. apply V. apply (vacant_step m n); try lia. split; assumption. }
      exists i. split; [lia|split; assumption].
Qed.

Lemma largest_is_bound : forall x m n i, (0 <= i < n)%Z -> P_among m i -> x i <= L_largest x m n.
Proof.
  intros x m n i I A. assert (N : (0 <= n)%Z) by lia. revert n N i I A.
  apply (natlike_ind (fun n => forall i, (0 <= i < n)%Z -> P_among m i -> x i <= L_largest x m n)); [intros; lia|].
  intros n N IH i I A. destruct (m n) eqn:M.
  - destruct (largest_some x m (Z.to_nat n)) as [[y Y]|E].
    + rewrite (largest_grows x m n).
      * destruct (Z.eq_dec i n) as [->|D]; [apply Rmax_r|].
        eapply Rle_trans; [apply IH; [lia|exact A]|apply Rmax_l].
      * exact N.
      * lia.
      * lia.
      * exact M.
      * intro W. rewrite vacant_none in Y; [discriminate|]. intros j J. apply W. lia.
    + rewrite (largest_begins x m n); try lia; [|exact M|intros j J; apply E; lia].
      destruct (Z.eq_dec i n) as [->|D]; [lra|]. exfalso. unfold P_among in A. rewrite E in A; [discriminate|lia].
  - rewrite (largest_stays x m n); try lia; [|unfold P_among; congruence].
    destruct (Z.eq_dec i n) as [->|D]; [unfold P_among in A; congruence|]. apply IH; [lia|exact A].
Qed.

(* one key: with the score 0 it weighs nothing, with the score 1 everything *)
Lemma softpick_not_invariant :
  let x : A_seq := fun _ => 0 in let y : A_seq := fun _ => 1 in let m : A_subset := fun _ => true in
  L_softpick y m 1 0 0%Z <> L_softpick x m 1 0 0%Z.
Proof.
  intros x y m. rewrite (softpick_negative x) by (unfold x; lra).
  unfold L_softpick, L_excesses, sum_below, L_largest, m, y. simpl.
  assert (E : 0 < L_excess 1 1).
  { unfold L_excess. assert (exp (-1) < exp (1 - 1)) by (apply exp_increasing; lra).
    replace (- (1)) with (-1) by ring. lra. }
  rewrite Rmax_right, Rabs_pos_eq by lra. rewrite Rplus_0_l, Rplus_0_r.
  unfold Rdiv. rewrite Rinv_r by lra. lra.
Qed.
