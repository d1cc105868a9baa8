(* balls_math.v - weights of repeated tokens, as the contracts of kernels speak of them. *)
From Coq Require Import Reals ZArith Lia Lra.
Require Import BuiltIn.
From Plumbline.model Require Import sequence alibi rotation angles operators laws bias binary64 repeated total.
From Plumbline.number Require Import sequence_math.
From Plumbline.weight Require Import laws_math.
From Plumbline.position Require Import rope_math.
From Plumbline.proposition Require Import first_math distance_math slope_math angle_math operators_math.
Open Scope R_scope.

Lemma first_bounds : forall m n t, first_visible m n t -> (0 < t <= n)%Z.
Proof. intros m n t ((T & N) & _). lia. Qed.

(* ---- scores that rise ---- *)

Lemma rises : forall x t c s, (forall j, (0 <= j)%Z -> (j < t)%Z -> c + L_rmul s (IZR j) = x j) -> rising x t c s.
Proof. intros x t c s H j (J & L). symmetry. exact (H j J L). Qed.

Lemma rising_first : forall x m n t c s, first_visible m n t -> rising x t c s -> 0 < s ->
  L_softmax x m n 0%Z <= 1 / IZR t.
Proof.
  intros x m n t c s F R S. assert (T := first_bounds m n t F). apply (least_weight x m n t 0%Z F); [lia|].
  intros j J. destruct (Z.eq_dec j 0) as [->|D]; [apply Rle_refl|].
  left. apply (rising_increases x t c s 0 j R S); lia.
Qed.

Lemma rising_rises : forall x m n t c s i j, first_visible m n t -> rising x t c s -> 0 < s -> (0 <= i)%Z ->
  (i < j)%Z ->
  (j < t)%Z ->
  L_softmax x m n i < L_softmax x m n j.
Proof.
  intros x m n t c s i j F R S I L J. apply (greater_weight x m n t); [exact F|lia|lia|].
  apply (rising_increases x t c s i j R S); lia.
Qed.

Definition share (s : R) (t i : Z) : R :=
  exp (-1 * s * IZR (-1 + t + -1 * i)) * (1 + -1 * exp (-1 * s)) / (1 + -1 * exp (-1 * s * IZR t)).

Lemma rising_share : forall x m n t c s i, first_visible m n t -> rising x t c s -> 0 < s -> (0 <= i < t)%Z ->
  L_softmax x m n i = share s t i.
Proof.
  intros x m n t c s i F R S I. rewrite (rising_weights x m n t c s i F R S I). unfold share.
  replace (-1 + t + -1 * i)%Z with (t - 1 - i)%Z by ring. replace (-1 * s) with (- s) by ring.
  f_equal; [f_equal|]; ring.
Qed.

(* what ALiBi adds to equal scores makes them rise *)
Lemma alibi_rises : forall x a form p t s, (0 <= form <= 3)%Z -> (t <= 1 + p)%Z ->
  (forall j, (0 <= j)%Z -> (j < t)%Z -> x j = x 0%Z) -> P_alibi_bias a form p t s ->
  rising (L_biased x a) t (x 0%Z + s * IZR (L_alibi_distance form p 0)) s.
Proof.
  intros x a form p t s F P X A. apply (alibi_is_rising (L_biased x a) form p t (x 0%Z) s F P).
  intros j J L. unfold L_biased. rewrite (X j J L), (A j J L). reflexivity.
Qed.

(* ---- a bias of the distance ---- *)

Lemma distance_adds : forall x a g t, (forall j, (0 <= j)%Z -> (j < t)%Z -> x j = x 0%Z) ->
  (forall j, (0 <= j)%Z -> (j < t)%Z -> g (-1 + t + -1 * j)%Z = a j) -> of_distance (L_biased x a) g t (x 0%Z).
Proof. intros x a g t X A j J L. unfold L_biased. rewrite (X j J L), <- (A j J L). reflexivity. Qed.

Lemma distance_share : forall x g m n t c i, first_visible m n t -> of_distance x g t c -> (0 <= i < t)%Z ->
  L_softmax x m n i = L_softmax g m n (-1 + t + -1 * i)%Z.
Proof.
  intros x g m n t c i F H I. rewrite (weight_of_distance x g m n t c i F H I).
  symmetry. apply (weight_of_first g m n t); [exact F|lia].
Qed.

(* ---- equal rows ---- *)

Lemma equal_rows_score : forall q k d s (M : Z -> Prop) i j,
  (forall i j c, M i -> M j -> (0 <= c < d)%Z -> k (L_place i d c) = k (L_place j d c)) -> M i -> M j ->
  L_scaled_dots s q k d i = L_scaled_dots s q k d j.
Proof.
  intros q k d s M i j E I J. unfold L_scaled_dots, L_dots. f_equal. apply sum_same. intros c C. unfold L_drop. f_equal.
  assert (H := E i j c I J C). unfold L_place in *. rewrite !Z.add_0_r. exact H.
Qed.

(* ---- lengths ---- *)

Lemma scaled_within : forall q k s d, Rabs (s * L_dots q k d) <= Rabs s * (length q d * length k d).
Proof.
  intros q k s d. rewrite Rabs_mult. apply Rmult_le_compat_l; [apply Rabs_pos|]. apply product_at_most_lengths.
Qed.

Lemma absolute_bounds : forall y b, Rabs y <= b -> - b <= y <= b.
Proof. intros y b H. apply Raux.Rabs_le_inv, H. Qed.

Lemma rope_within : forall x q k turns s layout pairs d t j, P_rope_scored x q k turns s layout pairs d t ->
  0 <= s * (length q d * length k d) -> (0 <= j < t)%Z ->
  - (s * (length q d * length k d)) <= x j <= s * (length q d * length k d).
Proof.
  intros x q k turns s layout pairs d t j (_ & (P & D) & H) N J. rewrite (H j) by lia. apply absolute_bounds.
  rewrite Rabs_mult. assert (B := positioned_product_bounded q k turns (t - 1) j layout pairs d ltac:(lia) D).
  change positioned with rotated in B.
  assert (L : 0 <= length q d * length k d) by (apply Rmult_le_pos; apply sqrt_pos).
  eapply Rle_trans; [apply Rmult_le_compat_l; [apply Rabs_pos|exact B]|].
  rewrite <- (Rabs_pos_eq (length q d * length k d)) at 1 by exact L. rewrite <- Rabs_mult, Rabs_pos_eq by exact N.
  apply Rle_refl.
Qed.
