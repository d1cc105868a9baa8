(* norm_math.v - an upper bound of the Euclidean norm: from the sum of squares, from the sum of absolute values, and by
   Newton's iteration for the root, of which every step stays above. *)
From Coq Require Import Reals ZArith Lia Lra Psatz.
From Flocq Require Import Core.
From Plumbline.number Require Import exp_rounded exp_rounding upward_math sum_math.
Open Scope R_scope.

(* `squares` is the computed sum of n squares, x the exact one *)
Definition squared (x : R) (n : Z) (squares : R) : Prop :=
  (0 <= n)%Z /\ 0 <= squares /\ summed (n + 1) (2 * n) x x squares.
(* `absolutes` is the computed sum of n absolute values, x the sum of their squares *)
Definition covered (x : R) (n : Z) (absolutes : R) : Prop :=
  (0 <= n)%Z /\ 0 <= x /\ 0 <= absolutes /\ exists a, x <= a * a /\ summed (n + 1) (2 * n) a a absolutes.
Definition root_bound (x r : R) : Prop := 0 <= x /\ 0 < r /\ x <= r * r.

Lemma one_more : forall n x a s y b t, (0 <= n)%Z -> summed (n + 1) (2 * n) x a s -> summed 1 1 y b t ->
  summed (n + 1 + 1) (2 * (n + 1)) (x + y) (a + b) (rnd (s + t)).
Proof.
  intros n x a s y b t N X Y. assert (J := summed_join _ _ _ _ _ _ _ _ _ _ X Y).
  revert J. apply summed_deeper; lia.
Qed.

Lemma square_nonnegative : forall x, 0 <= x * x.
Proof. intro x. assert (S := Rle_0_sqr x). exact S. Qed.

Lemma squared_none : squared 0 0 0.
Proof. split; [lia|]. split; [lra|]. apply nothing_yet; lia. Qed.

Lemma squared_next : forall x n s p, squared x n s -> squared (x + p * p) (n + 1) (rnd (s + rnd (p * p))).
Proof.
  intros x n s p (N & S & X). assert (P := square_nonnegative p). split; [lia|]. split.
  - apply rnd_nonnegative. assert (R := rnd_nonnegative _ P). lra.
  - apply one_more; [exact N|exact X|]. assert (Y := summed_product p p). rewrite (Rabs_pos_eq _ P) in Y. exact Y.
Qed.

Lemma covered_none : covered 0 0 0.
Proof. split; [lia|]. split; [lra|]. split; [lra|]. exists 0. split; [lra|]. apply nothing_yet; lia. Qed.

Lemma covered_next : forall x n s p, covered x n s -> covered (x + p * p) (n + 1) (rnd (s + Rabs p)).
Proof.
  intros x n s p (N & X & S & a & A & T). assert (P := square_nonnegative p). assert (Q := Rabs_pos p).
  split; [lia|]. split; [lra|]. split; [apply rnd_nonnegative; lra|]. exists (a + Rabs p). split.
  - assert (A0 : 0 <= a) by (eapply Rle_trans; [apply Rabs_pos|apply T]).
    assert (M : 0 <= a * Rabs p) by (apply Rmult_le_pos; assumption).
    assert (E : Rabs p * Rabs p = p * p) by (rewrite <- Rabs_mult; apply Rabs_pos_eq; exact P). nra.
  - apply one_more; [exact N|exact T|]. assert (Y := summed_exact (Rabs p)). rewrite Rabs_Rabsolu in Y.
    revert Y. apply summed_deeper; lia.
Qed.

(* a computed sum of what is not negative, and a little more, is not below the exact one *)
Lemma widened : forall n x s, (0 <= n <= 1073741824)%Z -> 0 <= s -> summed (n + 1) (2 * n) x x s ->
  x <= upward (rnd (s * (65537 / 65536))).
Proof.
  intros n x s N S X. assert (B := size_bound _ _ _ N X). destruct (many_h n N) as [Z0 Z1].
  assert (S0 : 0 <= s * (65537 / 65536)) by lra. assert (V := up_strong _ S0). assert (U := u_small).
  assert (SU : 0 <= s * u) by (apply Rmult_le_pos; lra).
  rewrite mult_IZR in B. replace (8 * IZR n * h) with (8 * (IZR n * h)) in B by ring.
  set (z := IZR n * h) in *. clearbody z. set (r := upward _) in *. clearbody r.
  generalize dependent least. intros l Z1 V. lra.
Qed.

Lemma squared_above : forall x n s, (n <= 1073741824)%Z -> squared x n s -> x <= upward (rnd (s * (65537 / 65536))).
Proof. intros x n s M (N & S & X). apply (widened n); [lia|exact S|exact X]. Qed.

Lemma covered_above : forall x n s, (n <= 1073741824)%Z -> covered x n s ->
  root_bound x (upward (rnd (s * (65537 / 65536)))).
Proof.
  intros x n s M (N & X & S & a & A & T). assert (W := widened n a s ltac:(lia) S T).
  assert (A0 : 0 <= a) by (eapply Rle_trans; [apply Rabs_pos|apply T]).
  assert (S0 : 0 <= s * (65537 / 65536)) by lra. assert (V := up_strong _ S0). assert (U := u_small).
  assert (SU : 0 <= s * u) by (apply Rmult_le_pos; lra). assert (L : 0 < least) by apply bpow_gt_0.
  set (r := upward _) in *. clearbody r. split; [exact X|]. split.
  - generalize dependent least. intros. lra.
  - eapply Rle_trans; [exact A|]. apply Rmult_le_compat; assumption.
Qed.

(* (r + s / r) / 2 is not below the root of s, whatever r is *)
Lemma root_bound_next : forall x above r, root_bound x r -> x <= above ->
  root_bound x (rnd (1 / 2 * upward (rnd (r + upward (rnd (above / r)))))).
Proof.
  intros x b r (X & R & _) B. split; [exact X|].
  assert (Q0 : 0 <= b / r) by (apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; exact R]).
  assert (Q := up_bounds _ Q0). set (q := upward (rnd (b / r))) in *. clearbody q.
  assert (S0 : 0 <= r + q) by lra. assert (S := up_strong _ S0). set (v := upward (rnd (r + q))) in *. clearbody v.
  assert (L : 0 < least) by apply bpow_gt_0. assert (LH := least_h). assert (H := h_positive).
  assert (P : 0 <= 1 / 2 * v).
  { assert (U := u_small). assert (T : 0 <= (r + q) * u) by (apply Rmult_le_pos; lra). lra. }
  assert (W := rnd_low _ P). set (w := rnd (1 / 2 * v)) in *. clearbody w.
  assert (G : (r + b / r) / 2 <= w).
  { unfold u in *. generalize dependent least. generalize dependent h. intros. lra. }
  assert (D : 0 < (r + b / r) / 2) by lra.
  split; [lra|]. apply Rle_trans with ((r + b / r) / 2 * ((r + b / r) / 2)).
  - assert (E : r * (b / r) = b) by (field; lra). assert (C := square_nonnegative (r - b / r)).
    set (y := b / r) in *. clearbody y. nra.
  - apply Rmult_le_compat; lra.
Qed.
