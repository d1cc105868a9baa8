(* narrow_math.v - an element of a softmax row as one quotient of two sums. *)
From Coq Require Import Reals ZArith Lia.
From Plumbline.model Require Import sequence exponentials sink_softmax total.
From Plumbline.number Require Import sequence_math.
From Plumbline.weight Require Import sink_softmax_math.
Open Scope R_scope.

Lemma total_weighted : forall factor f g, (forall i, f i = g i * factor) ->
  forall n, total f n = total g n * factor.
Proof. intros factor f g H n. rewrite Rmult_comm. apply total_factor. intro i. rewrite H. ring. Qed.

Lemma terms_total : forall x m c n, L_visible_total (L_shifted_exponentials x m c) m n = L_exponentials x m c n.
Proof.
  intros x m c n. unfold L_visible_total, L_exponentials, sum_below.
  match goal with |- total ?f ?k = total ?g ?k => rewrite <- (Rmult_1_r (total g k)) end.
  apply total_weighted. intro i. unfold L_shifted_exponentials. destruct (m i); ring.
Qed.

Lemma quotient_of_sums : forall x v m c n d column,
  L_weighted (L_shifted_exponentials x m c) m v d column n / L_exponentials x m c n =
  L_aggregate (L_softmax x m n) m v d n column.
Proof.
  intros x v m c n d column. unfold L_aggregate, L_weighted, sum_below.
  assert (W : forall i, (if m i then L_softmax x m n i * v (L_place i d column) else 0) =
    (if m i then L_shifted_exponentials x m c i * v (L_place i d column) else 0) * / L_exponentials x m c n).
  { intro i. destruct (m i) eqn:M; [|ring]. rewrite <- (softmax_any_shift x m c n i M).
    unfold L_shifted_exponentials, Rdiv. rewrite M. ring. }
  symmetry. apply (total_weighted _ _ _ W).
Qed.

Lemma quotient_with_sink : forall x v m c s n d column,
  L_weighted (L_shifted_exponentials x m c) m v d column n / (L_exponentials x m c n + exp (s - c)) =
  L_aggregate (L_sink_softmax x m n s) m v d n column.
Proof.
  intros x v m c s n d column. unfold L_aggregate, L_weighted, sum_below.
  assert (W : forall i, (if m i then L_sink_softmax x m n s i * v (L_place i d column) else 0) =
    (if m i then L_shifted_exponentials x m c i * v (L_place i d column) else 0) * / (L_exponentials x m c n +
      exp (s - c))).
  { intro i. unfold L_sink_softmax. destruct (m i) eqn:M; [|ring].
    rewrite <- (sink_any_shift x m c s n (x i)). unfold L_shifted_exponentials, Rdiv. rewrite M. ring. }
  symmetry. apply (total_weighted _ _ _ W).
Qed.

Lemma product_of_sums : forall x v m c n d column,
  L_aggregate (L_shifted_exponentials x m c) m v d n column * (1 / L_exponentials x m c n) =
  L_aggregate (L_softmax x m n) m v d n column.
Proof.
  intros x v m c n d column. rewrite <- (quotient_of_sums x v m c). unfold L_aggregate, Rdiv. ring.
Qed.

Lemma product_with_sink : forall x v m c s n d column,
  L_aggregate (L_shifted_exponentials x m c) m v d n column * (1 / (L_exponentials x m c n + exp (s - c))) =
  L_aggregate (L_sink_softmax x m n s) m v d n column.
Proof.
  intros x v m c s n d column. rewrite <- (quotient_with_sink x v m c). unfold L_aggregate, Rdiv. ring.
Qed.

Lemma total_of_zeros : forall f n, (forall i, (0 <= i < Z.of_nat n)%Z -> f i = 0) -> total f n = 0.
Proof.
  intros f n. induction n as [|n IH]; intro H; simpl; [reflexivity|].
  rewrite IH, H by (try (intros i I; apply H); lia). ring.
Qed.

Lemma aggregate_of_none : forall w v m d n column, (forall i, (0 <= i)%Z -> (i < n)%Z -> ~ P_among m i) ->
  L_aggregate w m v d n column = 0.
Proof.
  intros w v m d n column H. unfold L_aggregate, L_weighted, sum_below. apply total_of_zeros.
  intros i I. rewrite (among_false m i); [reflexivity|]. apply H; lia.
Qed.
