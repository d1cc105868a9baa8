(* logarithm_of_sum.v - sums of exponentials are positive, so that they have logarithms. *)
From Coq Require Import Reals ZArith Lia Lra.
Require Import BuiltIn.
From Plumbline.model Require Import sequence.
From Plumbline.number Require Import sequence_math.
Open Scope R_scope.

Lemma total_nonnegative : forall term n, (forall i, 0 <= term i) -> 0 <= total term n.
Proof. intros term n P. induction n as [|n IH]; simpl; [lra|]. assert (T := P (Z.of_nat n)). lra. Qed.

Lemma total_positive : forall term n i, (forall i, 0 <= term i) -> (i < n)%nat -> 0 < term (Z.of_nat i) ->
  0 < total term n.
Proof.
  intros term n i P L I. induction n as [|n IH]; [lia|]. simpl.
  assert (N := total_nonnegative term n P). assert (T := P (Z.of_nat n)).
  destruct (Nat.eq_dec i n) as [->|D]; [lra|]. assert (0 < total term n) by (apply IH; lia). lra.
Qed.

Lemma selected_nonnegative : forall (m : A_subset) f i, 0 <= (if m i then exp (f i) else 0).
Proof. intros m f i. destruct (m i); [left; apply exp_pos|lra]. Qed.

Lemma selected_sum_nonnegative : forall (m : A_subset) f n, 0 <= sum_below (fun j => if m j then exp (f j) else 0) n.
Proof. intros m f n. apply total_nonnegative. intro i. apply selected_nonnegative. Qed.

Lemma selected_sum_positive : forall (m : A_subset) f n i, (0 <= i)%Z -> (i < n)%Z -> P_among m i ->
  0 < sum_below (fun j => if m j then exp (f j) else 0) n.
Proof.
  intros m f n i I L M. apply total_positive with (Z.to_nat i); [intro k; apply selected_nonnegative|lia|].
  rewrite Z2Nat.id by exact I. rewrite (among_true _ _ M). apply exp_pos.
Qed.

(* a factor e^-c is a term -c of the logarithm *)
Lemma logarithm_shifted : forall c s, 0 < s -> c + ln (exp (- c) * s) = ln s.
Proof. intros c s P. rewrite ln_mult by (try exact P; apply exp_pos). rewrite ln_exp. ring. Qed.
