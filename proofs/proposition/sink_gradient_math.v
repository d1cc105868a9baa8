(* sink_gradient_math.v - the gradient of a value is the sum of the gradients of all rows, each times its weight. *)
From Coq Require Import Reals ZArith Lia Lra FunctionalExtensionality.
Require Import BuiltIn.
From Plumbline.model Require Import sequence normalised sink_share slope sink_gradient.
From Plumbline.compare Require Import sums_math.
From Plumbline.budget Require Import weight_math.
From Plumbline.measure Require Import sink_share_math.
From Plumbline.proposition Require Import angle_math sums_of_rows.
Open Scope R_scope.

(* what a change h of value j does to all outputs *)
Definition change (p h : A_seq) (j n d : Z) : A_seq := fun k => p (L_place (k / d) n j) * h (k mod d)%Z.

Lemma outputs_move : forall p v h t n d j, (0 < d)%Z -> key n j ->
  L_outputs p (L_along v (L_in_row h j d) t) n d = L_along (L_outputs p v n d) (change p h j n d) t.
Proof.
  intros p v h t n d j D J. apply functional_extensionality. intro k. unfold L_outputs, L_along at 2, change.
  assert (C := Z.mod_pos_bound k d D).
  rewrite (sum_same n _ (fun i => p (L_place (k / d) n i) * v (L_place i d (k mod d)) +
    (if (i =? j)%Z then t * (p (L_place (k / d) n j) * h (k mod d)%Z) else 0))).
  - rewrite sums_math.sum_plus. f_equal.
    assert (O := sum_of_one n (fun i => if (i =? j)%Z then t * (p (L_place (k / d) n j) * h (k mod d)%Z) else 0) j J).
    cbv beta in O. rewrite Z.eqb_refl in O. apply O. intros i I N. rewrite (proj2 (Z.eqb_neq i j) N). reflexivity.
  - intros i I. unfold L_along, L_in_row. rewrite row_of_place, column_of_place by exact C.
    destruct (Z.eqb_spec i j) as [->|N]; ring.
Qed.

Lemma change_gathers : forall p g h rows n d j, (0 < d)%Z -> (0 <= rows)%Z ->
  L_dots g (change p h j n d) (rows * d) = L_dots (L_value_gradient p g rows n d j) h d.
Proof.
  intros p g h rows n d j D R. unfold L_dots at 1. rewrite sum_in_rows by lia. rewrite sum_exchange.
  apply sum_same. intros c C. unfold L_value_gradient. rewrite Rmult_comm, <- sum_factor. apply sum_same.
  intros i I. unfold change. rewrite row_of_place, column_of_place by exact C. ring.
Qed.

Lemma gradient_is_adjoint : forall p v g h rows n d j, (0 < d)%Z -> (0 <= rows)%Z -> key n j ->
  L_dots g (L_outputs p (L_along v (L_in_row h j d) 1) n d) (rows * d) - L_dots g (L_outputs p v n d) (rows * d) =
  L_dots (L_value_gradient p g rows n d j) h d.
Proof.
  intros p v g h rows n d j D R J. rewrite outputs_move by assumption. rewrite <- change_gathers by assumption.
  unfold L_dots. rewrite <- sum_minus. apply sum_same. intros k K. unfold L_along. ring.
Qed.

Definition has_gradient (l : A_loss) (o g : A_seq) (count : Z) : Prop :=
  forall e, P_has_slope (L_loss_along l o e) 0 (L_dots g e count).

Lemma gradient_of_value : forall l p v g h rows n d j, (0 < d)%Z -> (0 <= rows)%Z -> key n j ->
  has_gradient l (L_outputs p v n d) g (rows * d) ->
  P_has_slope (L_loss_of_value l p v h j n d) 0 (L_dots (L_value_gradient p g rows n d j) h d).
Proof.
  intros l p v g h rows n d j D R J G. rewrite <- change_gathers by assumption.
  replace (L_loss_of_value l p v h j n d) with (L_loss_along l (L_outputs p v n d) (change p h j n d)); [apply G|].
  apply functional_extensionality. intro t. unfold L_loss_of_value, L_loss_along. rewrite outputs_move by assumption.
  reflexivity.
Qed.

Lemma gradient_is_the_only : forall l p v g u rows n d j c, (0 < d)%Z -> (0 <= rows)%Z -> key n j -> key d c ->
  has_gradient l (L_outputs p v n d) g (rows * d) ->
  (forall h, P_has_slope (L_loss_of_value l p v h j n d) 0 (L_dots u h d)) ->
  u c = L_value_gradient p g rows n d j c.
Proof.
  intros l p v g u rows n d j c D R J C G U. set (h := fun k : Z => if (k =? c)%Z then 1 else 0).
  assert (A : forall y, L_dots y h d = y c).
  { intro y. unfold L_dots. rewrite (sum_of_one d (fun k => y k * h k) c C).
    - unfold h. rewrite Z.eqb_refl. ring.
    - intros k K N. unfold h. rewrite (proj2 (Z.eqb_neq k c) N). ring. }
  rewrite <- (A u), <- (A (L_value_gradient p g rows n d j)).
  apply (uniqueness_limite (L_loss_of_value l p v h j n d) 0); [apply U|apply gradient_of_value; assumption].
Qed.

(* ---- along a direction ---- *)

Lemma gradient_along : forall p g u rows n d j,
  L_dots (L_value_gradient p g rows n d j) u d =
  sum_below (fun i => p (L_place i n j) * L_dots (L_drop g (L_place i d 0)) u d) rows.
Proof.
  intros p g u rows n d j. unfold L_dots at 1, L_value_gradient.
  rewrite (sum_same d _ (fun c => sum_below (fun i => p (L_place i n j) * (g (L_place i d c) * u c)) rows)).
  - rewrite sum_exchange. apply sum_same. intros i I. rewrite sum_factor. f_equal. unfold L_dots, L_drop.
    apply sum_same. intros c C. rewrite place_from. reflexivity.
  - intros c C. rewrite Rmult_comm, <- sum_factor. apply sum_same. intros i I. ring.
Qed.

Lemma share_is_sum : forall p n j rows, (0 < rows)%Z ->
  IZR rows * L_sink_share (L_weights_of_key p n j) rows = sum_below (fun i => p (L_place i n j)) rows.
Proof. intros p n j rows R. rewrite Rmult_comm. apply share_times_count, R. Qed.

Lemma sink_gathers : forall p g u rows n d j gamma, (0 < rows)%Z ->
  (forall i, key rows i -> 0 <= p (L_place i n j) /\ gamma <= L_dots (L_drop g (L_place i d 0)) u d) ->
  IZR rows * L_sink_share (L_weights_of_key p n j) rows * gamma <= L_dots (L_value_gradient p g rows n d j) u d.
Proof.
  intros p g u rows n d j gamma R H. rewrite share_is_sum by exact R. rewrite gradient_along, Rmult_comm, <- sum_factor.
  apply sum_monotone. intros i I. destruct (H i I) as [P Q]. rewrite Rmult_comm. apply Rmult_le_compat_l; assumption.
Qed.

Lemma sink_gradient_is_long : forall p g u rows n d j gamma, (0 < rows)%Z -> length u d = 1 ->
  (forall i, key rows i -> 0 <= p (L_place i n j) /\ gamma <= L_dots (L_drop g (L_place i d 0)) u d) ->
  IZR rows * L_sink_share (L_weights_of_key p n j) rows * gamma <= length (L_value_gradient p g rows n d j) d.
Proof.
  intros p g u rows n d j gamma R U H. eapply Rle_trans; [apply (sink_gathers p g u rows n d j gamma R H)|].
  eapply Rle_trans; [apply Rle_abs|]. eapply Rle_trans; [apply product_at_most_lengths|]. rewrite U. lra.
Qed.

Lemma others_gather_less : forall p g u rows n d j k large, (0 < rows)%Z ->
  (forall i, key rows i -> 0 <= p (L_place i n k) /\ p (L_place i n j) + p (L_place i n k) <= 1 /\
    Rabs (L_dots (L_drop g (L_place i d 0)) u d) <= large) ->
  Rabs (L_dots (L_value_gradient p g rows n d k) u d) <=
  IZR rows * (1 - L_sink_share (L_weights_of_key p n j) rows) * large.
Proof.
  intros p g u rows n d j k large R H. rewrite Rmult_minus_distr_l, Rmult_1_r, share_is_sum by exact R.
  replace (IZR rows) with (sum_below (fun _ => 1) rows) by (rewrite sum_constant by lia; ring).
  rewrite <- sum_minus, gradient_along, Rmult_comm, <- sum_factor. apply sum_absolute. intros i I.
  destruct (H i I) as (P & Q & G). rewrite Rabs_mult, (Rabs_pos_eq _ P), Rmult_comm. assert (A := Rabs_pos
    (L_dots (L_drop g (L_place i d 0)) u d)).
  apply Rmult_le_compat; lra.
Qed.

Lemma outputs_are_aggregates : forall p v m n d i c, (0 <= c < d)%Z ->
  (forall j, key n j -> m j = false -> p (L_place i n j) = 0) ->
  L_outputs p v n d (L_place i d c) = L_aggregate (L_drop p (L_place i n 0)) m v d n c.
Proof.
  intros p v m n d i c C H. unfold L_outputs, L_aggregate, L_weighted, L_drop. apply sum_same. intros j J.
  rewrite row_of_place, column_of_place, place_from by exact C. destruct (m j) eqn:M; [reflexivity|].
  rewrite (H j J M). ring.
Qed.
