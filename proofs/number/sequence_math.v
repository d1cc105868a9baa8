(* sequence_math.v - sums over the first n terms of a sequence, one term at a time. *)
From Coq Require Import Reals ZArith Lia.
Require Import BuiltIn.
From Plumbline.model Require Import sequence.
Open Scope R_scope.

Lemma sum_below_next : forall term n, (0 <= n)%Z -> sum_below term (1 + n) = sum_below term n + term n.
Proof.
  intros term n N. unfold sum_below. replace (Z.to_nat (1 + n)) with (S (Z.to_nat n)) by lia.
  simpl. rewrite Z2Nat.id by exact N. reflexivity.
Qed.

(* the step with two indices, as the specification writes it for SMT provers *)
Lemma sum_below_step : forall term n m, (0 <= n)%Z -> (n < m)%Z -> (m <= 1 + n)%Z ->
  sum_below term m = sum_below term n + term n.
Proof. intros term n m N L G. replace m with (1 + n)%Z by lia. apply sum_below_next, N. Qed.

Lemma total_factor : forall factor f g, (forall i, f i = factor * g i) ->
  forall n, total f n = factor * total g n.
Proof.
  intros factor f g H n. induction n as [|n IH]; simpl; [ring|]. rewrite IH, H. ring.
Qed.

Lemma among_true : forall m i, P_among m i -> m i = true.
Proof. intros m i H. exact H. Qed.

Lemma among_false : forall m i, ~ P_among m i -> m i = false.
Proof. intros m i H. unfold P_among in H. destruct (m i); congruence. Qed.

(* sums over a subset: a step that takes part, and one that does not *)
Lemma among_step : forall (m : A_subset) f n k, (0 <= n)%Z -> (n < k)%Z -> (k <= 1 + n)%Z -> P_among m n ->
  sum_below (fun j => if m j then f j else 0) k = sum_below (fun j => if m j then f j else 0) n + f n.
Proof.
  intros m f n k N L G M. rewrite (sum_below_step _ n k N L G). rewrite (among_true _ _ M). reflexivity.
Qed.

Lemma skip_step : forall (m : A_subset) f n k, (0 <= n)%Z -> (n < k)%Z -> (k <= 1 + n)%Z -> ~ P_among m n ->
  sum_below (fun j => if m j then f j else 0) k = sum_below (fun j => if m j then f j else 0) n.
Proof.
  intros m f n k N L G M. rewrite (sum_below_step _ n k N L G). rewrite (among_false _ _ M). apply Rplus_0_r.
Qed.

(* subtracting a shift from every score divides every exponential by the same number *)
Lemma exponentials_shift : forall x m shift n, L_exponentials x m shift n = exp (- shift) * L_exponentials x m 0 n.
Proof.
  intros x m shift n. apply total_factor. intro i. destruct (m i); [|ring].
  rewrite <- exp_plus. f_equal. ring.
Qed.

Lemma softmax_any_shift : forall x m shift n i, P_among m i ->
  exp (x i - shift) / L_exponentials x m shift n = L_softmax x m n i.
Proof.
  intros x m shift n i M. unfold L_softmax. rewrite (among_true _ _ M), (exponentials_shift _ _ shift).
  assert (P := exp_pos (- shift)). replace (x i - shift) with (- shift + x i) by ring.
  rewrite exp_plus. unfold Rdiv. rewrite Rinv_mult.
  rewrite (Rmult_comm (exp (- shift)) (exp (x i))), Rmult_assoc.
  rewrite <- (Rmult_assoc (exp (- shift))), Rinv_r by (apply Rgt_not_eq; exact P). ring.
Qed.

