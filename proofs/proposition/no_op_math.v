(* no_op_math.v - an output whose weight lies nearly all on one key. *)
From Coq Require Import Reals ZArith Lia Lra.
Require Import BuiltIn.
From Plumbline.model Require Import sequence sink_softmax total.
From Plumbline.compare Require Import sums_math.
From Plumbline.budget Require Import weight_math.
From Plumbline.weight Require Import laws_math.
From Plumbline.proposition Require Import angle_math sums_of_rows.
Open Scope R_scope.

Definition attends (w : A_seq) (m : A_subset) (n s : Z) (delta : R) : Prop :=
  key n s /\ m s = true /\ (forall j, key n j -> m j = true -> 0 <= w j) /\ L_visible_total w m n <= 1 /\
  1 - delta <= w s.
Definition at_most (y : A_seq) (m : A_subset) (n s : Z) (small large : R) : Prop :=
  0 <= small <= large /\ y s <= small /\ forall j, key n j -> m j = true -> j <> s -> y j <= large.

(* sizes y, small at s *)
Lemma mean_is_small : forall w m n s delta y small large, attends w m n s delta -> at_most y m n s small large ->
  sum_below (fun j => if m j then w j * y j else 0) n <= (1 - delta) * small + delta * large.
Proof.
  intros w m n s delta y small large (K & M & P & T & H) ([L O] & S & B).
  eapply Rle_trans.
  - apply (sum_monotone n _ (fun j => large * (if m j then w j else 0) -
      (if (j =? s)%Z then w s * (large - small) else 0))). intros j J. cbv beta.
    destruct (Z.eqb_spec j s) as [->|N].
    + rewrite M. assert (Q := Rmult_le_compat_l (w s) _ _ (P s K M) S). lra.
    + destruct (m j) eqn:E; [|lra]. assert (Q := Rmult_le_compat_l (w j) _ _ (P j J E) (B j J E N)). lra.
  - rewrite sum_minus, sum_factor. fold (L_visible_total w m n).
    assert (O1 := sum_of_one n (fun j => if (j =? s)%Z then w s * (large - small) else 0) s K). cbv beta in O1.
    rewrite Z.eqb_refl in O1. rewrite O1.
    + assert (Q := Rmult_le_compat_l large _ _ ltac:(lra) T).
      assert (U := Rmult_le_compat_r (large - small) _ _ ltac:(lra) H). lra.
    + intros j J N. rewrite (proj2 (Z.eqb_neq j s) N). reflexivity.
Qed.

Lemma output_is_small : forall w m v n d c s delta small large, attends w m n s delta ->
  at_most (fun j => Rabs (v (L_place j d c))) m n s small large ->
  Rabs (L_aggregate w m v d n c) <= (1 - delta) * small + delta * large.
Proof.
  intros w m v n d c s delta small large A B.
  eapply Rle_trans; [|apply (mean_is_small w m n s delta _ small large A B)].
  apply sum_absolute. intros j J. destruct (m j) eqn:M; [|rewrite Rabs_R0; lra].
  destruct A as (_ & _ & P & _). rewrite Rabs_mult, (Rabs_pos_eq (w j)) by (apply P; assumption). lra.
Qed.

(* the same of lengths: |o|^2 is the mean of the products of o and the values *)
Lemma output_is_short : forall w m v n d s delta small large, attends w m n s delta ->
  at_most (fun j => length (L_drop v (L_place j d 0)) d) m n s small large ->
  length (L_aggregate w m v d n) d <= (1 - delta) * small + delta * large.
Proof.
  intros w m v n d s delta small large A B. set (o := L_aggregate w m v d n).
  assert (Q := mean_is_small w m n s delta _ small large A B). destruct A as (K & M & P & _).
  set (bound := (1 - delta) * small + delta * large) in *.
  assert (E : L_dots o o d <= length o d * bound).
  { apply Rle_trans with (length o d *
      sum_below (fun j => if m j then w j * length (L_drop v (L_place j d 0)) d else 0) n);
      [|apply Rmult_le_compat_l; [apply sqrt_pos|exact Q]].
    rewrite <- sum_factor. unfold L_dots.
    apply Rle_trans with
      (sum_below (fun c => sum_below (fun j => (if m j then w j * v (L_place j d c) else 0) * o c) n) d).
    - right. apply sum_same. intros c C. rewrite (sum_same n _ (fun j => o c * (if m j then w j * v (L_place j d c)
        else 0))) by (intros; ring). rewrite sum_factor. reflexivity.
    - rewrite sum_exchange. apply sum_monotone. intros j J. destruct (m j) eqn:F.
      + apply Rle_trans with (w j * L_dots (L_drop v (L_place j d 0)) o d).
        * right. unfold L_dots. rewrite <- sum_factor. apply sum_same. intros c C. unfold L_drop.
          rewrite place_from. ring.
        * rewrite (Rmult_comm (length o d)), Rmult_assoc. apply Rmult_le_compat_l; [apply P; assumption|].
          eapply Rle_trans; [apply Rle_abs|apply product_at_most_lengths].
      + right. rewrite Rmult_0_r. apply sum_of_zeros. intros c C. ring. }
  assert (Z : L_dots o o d = length o d * length o d).
  { unfold length. rewrite sqrt_sqrt by apply square_total. reflexivity. }
  rewrite Z in E. assert (N : 0 <= length o d) by apply sqrt_pos.
  destruct (Req_dec (length o d) 0) as [I|I].
  - rewrite I. eapply Rle_trans; [|exact Q]. apply sum_positive. intros j J. destruct (m j) eqn:F; [|lra].
    apply Rmult_le_pos; [apply P; assumption|apply sqrt_pos].
  - apply Rmult_le_reg_l with (length o d); [lra|exact E].
Qed.

(* ---- attained by two keys ---- *)

Definition both : A_subset := fun _ => true.
Definition pair (a b : R) : A_seq := fun j => if (j =? 0)%Z then a else b.

Lemma bound_is_reached : forall delta small large, 0 <= delta <= 1 -> 0 <= small <= large ->
  attends (pair (1 - delta) delta) both 2 0 delta /\
  at_most (fun j => Rabs (pair small large (L_place j 1 0))) both 2 0 small large /\
  L_aggregate (pair (1 - delta) delta) both (pair small large) 1 2 0%Z = (1 - delta) * small + delta * large.
Proof.
  intros delta small large D S. split; [|split].
  - split; [unfold key; lia|]. split; [reflexivity|]. split; [|split].
    + intros j J _. unfold pair. destruct (j =? 0)%Z; lra.
    + unfold L_visible_total, sum_below, both, pair. simpl. lra.
    + unfold pair. simpl. lra.
  - split; [exact S|split].
    + unfold pair, L_place. simpl. rewrite Rabs_pos_eq; lra.
    + intros j J _ N. unfold pair, L_place. replace (j * 1 + 0)%Z with j by ring.
      rewrite (proj2 (Z.eqb_neq j 0) N), Rabs_pos_eq; lra.
  - unfold L_aggregate, L_weighted, sum_below, both, pair, L_place. simpl. ring.
Qed.

(* ---- which weights lie so ---- *)

Lemma shares_attend : forall x m n s z delta, 0 < z -> L_exponentials x m 0 n <= z -> key n s -> m s = true ->
  1 - delta <= exp (x s) / z -> attends (fun i => if m i then exp (x i) / z else 0) m n s delta.
Proof.
  intros x m n s z delta Z E K M H. split; [exact K|]. split; [exact M|]. split; [|split].
  - intros j J N. rewrite N. unfold Rdiv. apply Rmult_le_pos; [left; apply exp_pos|left; apply Rinv_0_lt_compat, Z].
  - unfold L_visible_total.
    rewrite (sum_same n _ (fun i => / z * (if m i then exp (x i - 0) else 0))).
    + rewrite sum_factor. fold (L_exponentials x m 0 n). apply Rmult_le_reg_l with z; [exact Z|].
      rewrite <- Rmult_assoc, Rinv_r by lra. lra.
    + intros i I. destruct (m i); [rewrite Rminus_0_r; unfold Rdiv; ring|ring].
  - rewrite M. exact H.
Qed.

Lemma softmax_attends : forall x m n s delta, key n s -> m s = true -> 1 - delta <= L_softmax x m n s ->
  attends (L_softmax x m n) m n s delta.
Proof.
  intros x m n s delta K M H. apply shares_attend; try assumption; [|apply Rle_refl|].
  - eapply Rlt_le_trans; [apply exp_pos|apply (exponentials_has_term x m n s K M)].
  - unfold L_softmax in H. rewrite M in H. exact H.
Qed.

Lemma sink_softmax_attends : forall x m n s sink delta, key n s -> m s = true ->
  1 - delta <= L_sink_softmax x m n sink s -> attends (L_sink_softmax x m n sink) m n s delta.
Proof.
  intros x m n s sink delta K M H. assert (P := exp_pos sink). assert (N := exponentials_nonnegative x m n).
  apply shares_attend; try assumption; [lra|lra|]. unfold L_sink_softmax in H. rewrite M in H. exact H.
Qed.

(* a sink that is no key takes its share from all of them *)
Lemma sink_logit_leaves : forall x m v n d c sink large, 0 <= large ->
  (forall j, key n j -> m j = true -> Rabs (v (L_place j d c)) <= large) ->
  Rabs (L_aggregate (L_sink_softmax x m n sink) m v d n c) <= (1 - L_sink_weight x m n sink) * large.
Proof.
  intros x m v n d c sink large L B. assert (P := exp_pos sink). assert (N := exponentials_nonnegative x m n).
  set (z := L_exponentials x m 0 n + exp sink).
  replace ((1 - L_sink_weight x m n sink) * large) with
    (sum_below (fun j => (large * / z) * (if m j then exp (x j - 0) else 0)) n).
  - apply sum_absolute. intros j J. unfold L_sink_softmax. fold z. destruct (m j) eqn:M.
    + rewrite Rminus_0_r, Rabs_mult. assert (Z : 0 <= exp (x j) / z).
      { unfold Rdiv, z. apply Rmult_le_pos; [left; apply exp_pos|left; apply Rinv_0_lt_compat; lra]. }
      rewrite (Rabs_pos_eq _ Z). replace (large * / z * exp (x j)) with (exp (x j) / z * large) by (unfold Rdiv; ring).
      apply Rmult_le_compat_l; [exact Z|apply B; assumption].
    + rewrite Rabs_R0, Rmult_0_r. lra.
  - rewrite sum_factor. fold (L_exponentials x m 0 n). unfold L_sink_weight. fold z. unfold z. field. lra.
Qed.

(* what a row of an output projection adds to the residual stream *)
Lemma projected_is_small : forall r w m v n d s delta small large, attends w m n s delta ->
  at_most (fun j => length (L_drop v (L_place j d 0)) d) m n s small large ->
  Rabs (L_dots r (L_aggregate w m v d n) d) <= length r d * ((1 - delta) * small + delta * large).
Proof.
  intros r w m v n d s delta small large A B. eapply Rle_trans; [apply product_at_most_lengths|].
  apply Rmult_le_compat_l; [apply sqrt_pos|apply (output_is_short w m v n d s delta small large A B)].
Qed.

(* ---- as the specification says it ---- *)

Lemma attends_written : forall (w : A_seq) (m : A_subset) n s delta,
  (((((0 <= s)%Z /\ (s < n)%Z) /\ L_visible_total w m n <= 1) /\ 1 <= delta + w s) /\ m s = true) /\
  (forall i, (0 <= i)%Z -> (i < n)%Z -> m i = true -> 0 <= w i) <-> attends w m n s delta.
Proof.
  intros w m n s delta. split.
  - intros (((((A & B) & T) & H) & M) & P). split; [exact (conj A B)|]. split; [exact M|].
    split; [|split; [exact T|lra]].
    intros j J. apply P; apply J.
  - intros ((A & B) & M & P & T & H). split; [|intros i I L; apply P; split; assumption].
    split; [|exact M]. split; [|lra]. split; [exact (conj A B)|exact T].
Qed.

Lemma at_most_written : forall (y : A_seq) (m : A_subset) n s small large,
  ((small <= large /\ 0 <= small) /\ y s <= small) /\
  (forall i, ~ s = i -> (0 <= i)%Z -> (i < n)%Z -> m i = true -> y i <= large) <-> at_most y m n s small large.
Proof.
  intros y m n s small large. split.
  - intros (((L & O) & S) & B). split; [exact (conj O L)|]. split; [exact S|]. intros j J M N.
    apply B; [congruence|apply J|apply J|exact M].
  - intros ((O & L) & S & B). split; [repeat split; assumption|]. intros i N I G M.
    apply B; [split; assumption|exact M|congruence].
Qed.
