(* rotation_math.v - the elements of a vector whose pairs are turned. *)
From Coq Require Import Reals ZArith Lia Bool.
From Plumbline.model Require Import sequence rotation.
Open Scope R_scope.

Lemma half_of_even : forall m, (2 * m / 2)%Z = m.
Proof. intro m. rewrite Z.mul_comm. apply Z.div_mul. lia. Qed.
Lemma half_of_odd : forall m, ((2 * m + 1) / 2)%Z = m.
Proof. intro m. replace (2 * m + 1)%Z with (1 + m * 2)%Z by ring. rewrite Z.div_add by lia. reflexivity. Qed.
Lemma even_is : forall m, Z.even (2 * m) = true.
Proof. intro m. rewrite Z.even_mul. reflexivity. Qed.
Lemma odd_is : forall m, Z.even (2 * m + 1) = false.
Proof. intro m. rewrite Z.even_add, Z.even_mul. reflexivity. Qed.

Lemma rotated_first : forall x c s layout pairs m, (0 <= m < pairs)%Z ->
  L_rotated x c s layout pairs (first_target layout pairs m) =
  x (first_source layout pairs m) * c m - x (second_source layout pairs m) * s m.
Proof.
  intros x c s layout pairs m M. unfold L_rotated, pair_at, is_first, first_target.
  destruct (layout =? 1)%Z.
  - rewrite half_of_even, even_is. rewrite (proj2 (Z.leb_le 0 (2 * m))), (proj2 (Z.ltb_lt (2 * m) (2 * pairs))) by lia.
    reflexivity.
  - rewrite (proj2 (Z.leb_le 0 m)), (proj2 (Z.ltb_lt m (2 * pairs))), (proj2 (Z.ltb_lt m pairs)) by lia. reflexivity.
Qed.

Lemma rotated_second : forall x c s layout pairs m, (0 <= m < pairs)%Z ->
  L_rotated x c s layout pairs (second_target layout pairs m) =
  x (first_source layout pairs m) * s m + x (second_source layout pairs m) * c m.
Proof.
  intros x c s layout pairs m M. unfold L_rotated, pair_at, is_first, second_target.
  destruct (layout =? 1)%Z.
  - rewrite half_of_odd, odd_is. rewrite (proj2 (Z.leb_le 0 (2 * m + 1))), (proj2 (Z.ltb_lt (2 * m + 1) (2 * pairs)))
      by lia. reflexivity.
  - rewrite (proj2 (Z.leb_le 0 (m + pairs))), (proj2 (Z.ltb_lt (m + pairs) (2 * pairs))),
      (proj2 (Z.ltb_ge (m + pairs) pairs)) by lia.
    replace (m + pairs - pairs)%Z with m by ring. reflexivity.
Qed.

Lemma rotated_beyond : forall x c s layout pairs e, (2 * pairs <= e)%Z -> L_rotated x c s layout pairs e = x e.
Proof.
  intros x c s layout pairs e E. unfold L_rotated. rewrite (proj2 (Z.ltb_ge e (2 * pairs))), andb_false_r by lia.
  reflexivity.
Qed.

(* halves as WP writes them, which cut towards zero *)
Lemma even_by_rem : forall e, (0 <= e)%Z -> Z.rem e 2 = 0%Z -> e = (2 * Z.quot e 2)%Z.
Proof. intros e E R. pose proof (Z.quot_rem e 2). lia. Qed.
Lemma odd_by_rem : forall e, (0 <= e)%Z -> Z.rem e 2 = 1%Z -> e = (2 * Z.quot e 2 + 1)%Z.
Proof. intros e E R. pose proof (Z.quot_rem e 2). lia. Qed.
