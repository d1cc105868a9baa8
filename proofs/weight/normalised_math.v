(* normalised_math.v - totals of weights that are divided by what they sum to. *)
From Coq Require Import Reals ZArith Lra.
From Plumbline.model Require Import sequence normalised.
From Plumbline.number Require Import sequence_math.
Open Scope R_scope.

Lemma total_divided : forall w d n, L_total (fun i => w i / d) n = L_total w n / d.
Proof.
  intros w d n. unfold L_total, sum_below, Rdiv. rewrite (Rmult_comm (total w _)).
  apply total_factor. intro i. apply Rmult_comm.
Qed.

Lemma absolutes_idle : forall w n, L_absolute_total w n = L_total (L_absolutes w) n.
Proof. reflexivity. Qed.

Lemma normalised_total : forall w n e, L_total (L_sum_normalised w n e) n = L_total w n / (L_total w n + e).
Proof. intros w n e. apply total_divided. Qed.

Lemma normalised_to_one : forall w n, L_total w n <> 0 -> L_total (L_sum_normalised w n 0) n = 1.
Proof. intros w n N. rewrite normalised_total, Rplus_0_r. apply Rinv_r, N. Qed.

Lemma at_least_one_total : forall w n, Rabs (L_total (L_at_least_one_normalised w n) n) <= 1.
Proof.
  intros w n. unfold L_at_least_one_normalised. rewrite total_divided.
  set (s := L_total w n). set (d := Rmax (Rabs s) 1).
  assert (one : 1 <= d) by apply Rmax_r. assert (size : Rabs s <= d) by apply Rmax_l.
  unfold Rdiv. rewrite Rabs_mult, Rabs_inv, (Rabs_pos_eq d) by lra.
  apply Rmult_le_reg_r with d; [lra|]. rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.

Lemma total_at_most : forall f g, (forall i, f i <= g i) -> forall n, total f n <= total g n.
Proof.
  intros f g H n. induction n as [|n IH]; simpl; [lra|]. specialize (H (Z.of_nat n)). lra.
Qed.

Lemma total_positive : forall f, (forall i, 0 <= f i) -> forall n, 0 <= total f n.
Proof.
  intros f H n. induction n as [|n IH]; simpl; [lra|]. specialize (H (Z.of_nat n)). lra.
Qed.
