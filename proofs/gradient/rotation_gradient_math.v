(* rotation_gradient_math.v - the elements of a gradient that is turned back, and that it is the adjoint. *)
From Coq Require Import Reals ZArith Lia Bool.
From Plumbline.model Require Import sequence rotation rotation_gradient.
From Plumbline.number Require Import sequence_math.
From Plumbline.position Require Import rotation_math rope_math.
Open Scope R_scope.

Lemma gradient_first : forall g c s layout pairs m, (0 <= m < pairs)%Z ->
  L_rotation_gradient g c s layout pairs (first_source layout pairs m) =
  g (first_target layout pairs m) * c m + g (second_target layout pairs m) * s m.
Proof.
  intros g c s layout pairs m M. unfold L_rotation_gradient, pair_of, is_first_of, first_source.
  destruct (layout =? 0)%Z.
  - rewrite (proj2 (Z.leb_le 0 m)), (proj2 (Z.ltb_lt m (2 * pairs))), (proj2 (Z.ltb_lt m pairs)) by lia. reflexivity.
  - rewrite half_of_even, even_is. rewrite (proj2 (Z.leb_le 0 (2 * m))), (proj2 (Z.ltb_lt (2 * m) (2 * pairs))) by lia.
    reflexivity.
Qed.

Lemma gradient_second : forall g c s layout pairs m, (0 <= m < pairs)%Z ->
  L_rotation_gradient g c s layout pairs (second_source layout pairs m) =
  g (second_target layout pairs m) * c m - g (first_target layout pairs m) * s m.
Proof.
  intros g c s layout pairs m M. unfold L_rotation_gradient, pair_of, is_first_of, second_source.
  destruct (layout =? 0)%Z.
  - rewrite (proj2 (Z.leb_le 0 (m + pairs))), (proj2 (Z.ltb_lt (m + pairs) (2 * pairs))),
      (proj2 (Z.ltb_ge (m + pairs) pairs)) by lia.
    replace (m + pairs - pairs)%Z with m by ring. reflexivity.
  - rewrite half_of_odd, odd_is. rewrite (proj2 (Z.leb_le 0 (2 * m + 1))), (proj2 (Z.ltb_lt (2 * m + 1) (2 * pairs)))
      by lia. reflexivity.
Qed.

Lemma gradient_beyond : forall g c s layout pairs i, (2 * pairs <= i)%Z ->
  L_rotation_gradient g c s layout pairs i = g i.
Proof.
  intros g c s layout pairs i I. unfold L_rotation_gradient.
  rewrite (proj2 (Z.ltb_ge i (2 * pairs))), andb_false_r by lia. reflexivity.
Qed.

(* pair by pair: the targets of the rotated vector are the sources of the vector *)
Lemma rotation_gradient_adjoint : forall x g c s layout pairs d, (0 <= pairs)%Z -> (2 * pairs <= d)%Z ->
  L_dots (L_rotated x c s layout pairs) g d = L_dots x (L_rotation_gradient g c s layout pairs) d.
Proof.
  intros x g c s layout pairs d P D. unfold L_dots. replace d with (2 * pairs + (d - 2 * pairs))%Z by ring.
  rewrite !sum_cut by lia. f_equal.
  - rewrite (sum_of_targets _ layout), (sum_of_sources _ layout) by exact P. apply sum_same. intros m M.
    rewrite rotated_first, rotated_second, gradient_first, gradient_second by exact M. ring.
  - apply sum_same. intros i I. rewrite rotated_beyond, gradient_beyond by lia. reflexivity.
Qed.

(* a rotation is linear, element by element *)
Lemma rotated_along : forall x h c s t layout pairs e,
  L_rotated (fun i => x i + t * h i) c s layout pairs e =
  L_rotated x c s layout pairs e + t * L_rotated h c s layout pairs e.
Proof.
  intros. unfold L_rotated. destruct ((0 <=? e) && (e <? 2 * pairs))%Z%bool; [|reflexivity].
  destruct (is_first layout pairs e); ring.
Qed.
