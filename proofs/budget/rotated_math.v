(* rotated_math.v - an element of a pair, rotated by an angle that is off, in steps that are each off by something. *)
From Coq Require Import Reals Lra ZArith.
From Plumbline.model Require Import sequence rounded_sum.
From Plumbline Require Import compare.position_math.
Open Scope R_scope.

Definition moved (e f d size : R) : R := d + f + e * (d + size).

Lemma moved_within : forall e f d size x y z, 0 <= e -> near_rounded e f y z -> Rabs (y - x) <= d -> Rabs x <= size ->
  Rabs (z - x) <= moved e f d size.
Proof.
  unfold near_rounded, moved. intros e f d size x y z E N D S.
  replace (z - x) with ((z - y) + (y - x)) by ring. eapply Rle_trans; [apply Rabs_triang|].
  assert (Y : Rabs y <= size + d).
  { replace y with (x + (y - x)) by ring. eapply Rle_trans; [apply Rabs_triang|]. lra. }
  assert (e * Rabs y <= e * (size + d)) by (apply Rmult_le_compat_l; assumption). lra.
Qed.

Lemma product_moved : forall x a c cosine d o size, Rabs (x - a) <= d -> Rabs (cosine - c) <= o -> Rabs c <= size ->
  Rabs (x * cosine - a * c) <= Rabs a * o + d * (size + o).
Proof.
  intros x a c cosine d o size X C S.
  replace (x * cosine - a * c) with (a * (cosine - c) + (x - a) * cosine) by ring.
  eapply Rle_trans; [apply Rabs_triang|]. rewrite !Rabs_mult. apply Rplus_le_compat.
  - apply Rmult_le_compat_l; [apply Rabs_pos|assumption].
  - apply Rmult_le_compat; try apply Rabs_pos; [assumption|].
    replace cosine with (c + (cosine - c)) by ring. eapply Rle_trans; [apply Rabs_triang|]. lra.
Qed.

Lemma angle_enlarges : forall delta e c s, Rabs e <= delta ->
  Rabs (c * cos e - s * sin e) <= Rabs c + delta * Rabs s /\ Rabs (s * cos e + c * sin e) <= Rabs s + delta * Rabs c.
Proof.
  intros delta e c s E. assert (S := sine_small e).
  assert (C : Rabs (cos e) <= 1) by (apply Rabs_le; destruct (COS_bound e); lra).
  assert (H : forall x y, Rabs x * Rabs (cos e) + Rabs y * Rabs (sin e) <= Rabs x + delta * Rabs y).
  { intros x y. assert (X := Rabs_pos x). assert (Y := Rabs_pos y). apply Rplus_le_compat.
    - rewrite <- (Rmult_1_r (Rabs x)) at 2. apply Rmult_le_compat_l; assumption.
    - rewrite Rmult_comm. apply Rmult_le_compat_r; [assumption|]. lra. }
  split; [|eapply Rle_trans; [apply Rabs_triang|]; rewrite !Rabs_mult; apply H].
  unfold Rminus. eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_Ropp, !Rabs_mult. apply H.
Qed.

Lemma angle_moves : forall delta e x y, Rabs e <= delta ->
  Rabs (x * cos e - y * sin e - x) <= Rabs y * delta + Rabs x * (delta * delta * / 2).
Proof.
  intros delta e x y E. assert (S := sine_small e). assert (C := cosine_small e).
  replace (x * cos e - y * sin e - x) with (- (y * sin e) + - (x * (1 - cos e))) by ring.
  eapply Rle_trans; [apply Rabs_triang|]. rewrite !Rabs_Ropp, !Rabs_mult. apply Rplus_le_compat;
    (apply Rmult_le_compat_l; [apply Rabs_pos|]); [lra|].
  rewrite Rabs_pos_eq by lra.
  assert (Q : e * e <= delta * delta).
  { assert (P := Rabs_pos e). rewrite <- (Rabs_pos_eq (e * e)) by apply Rle_0_sqr. rewrite Rabs_mult.
    apply Rmult_le_compat; lra. }
  lra.
Qed.
