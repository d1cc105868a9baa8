(* ball_dot_math.v - products of vectors that are known to lie in balls: by the Cauchy-Schwarz inequality they are no
   further from the product of the middles than norms say. *)
From Coq Require Import Reals ZArith Lia Lra.
Require Import BuiltIn.
From Plumbline.model Require Import sequence.
From Plumbline.number Require Import sum_math.
Open Scope R_scope.

Lemma squares_nonnegative : forall (x : A_seq) n, 0 <= total (fun k => x k * x k) n.
Proof.
  intros x n. induction n as [|n IH]; simpl; [lra|]. assert (S := Rle_0_sqr (x (Z.of_nat n))). unfold Rsqr in S. lra.
Qed.

(* the absolute values of the products of two vectors *)
Lemma sizes_below : forall (x y : A_seq) p q n, 0 <= p -> 0 <= q ->
  total (fun k => x k * x k) n <= p * p -> total (fun k => y k * y k) n <= q * q ->
  total (fun k => Rabs (x k * y k)) n <= p * q.
Proof.
  intros x y p q n P Q X Y. apply root_below with (total (fun k => x k * x k) n) (total (fun k => y k * y k) n);
    try assumption; try apply squares_nonnegative.
  clear X Y. induction n as [|n IH]; simpl; [lra|].
  apply cauchy_schwarz; try apply squares_nonnegative. exact IH.
Qed.

Lemma product_moves : forall x y a b r s : R, Rabs (x - a) <= r -> Rabs (y - b) <= s ->
  Rabs (x * y - a * b) <= Rabs (a * s) + Rabs (r * b) + Rabs (r * s).
Proof.
  intros x y a b r s X Y. assert (X0 := Rabs_pos (x - a)). assert (Y0 := Rabs_pos (y - b)).
  assert (A := Rabs_pos a). assert (B := Rabs_pos b).
  replace (x * y - a * b) with (a * (y - b) + (x - a) * b + (x - a) * (y - b)) by ring.
  eapply Rle_trans; [apply Rabs_triang|]. apply Rplus_le_compat;
    [eapply Rle_trans; [apply Rabs_triang|apply Rplus_le_compat]|];
    rewrite !Rabs_mult; apply Rmult_le_compat; try assumption;
    rewrite ?(Rabs_pos_eq r), ?(Rabs_pos_eq s); lra.
Qed.

Lemma dots_move : forall (x y a b r s : A_seq) n,
  (forall k, (k < n)%nat -> Rabs (x (Z.of_nat k) - a (Z.of_nat k)) <= r (Z.of_nat k)) ->
  (forall k, (k < n)%nat -> Rabs (y (Z.of_nat k) - b (Z.of_nat k)) <= s (Z.of_nat k)) ->
  Rabs (total (fun k => x k * y k) n - total (fun k => a k * b k) n) <=
  total (fun k => Rabs (a k * s k)) n + total (fun k => Rabs (r k * b k)) n + total (fun k => Rabs (r k * s k)) n.
Proof.
  intros x y a b r s n X Y. induction n as [|n IH]; simpl; [rewrite Rminus_0_r, Rabs_R0; lra|].
  assert (I := IH (fun k K => X k (ltac:(lia))) (fun k K => Y k (ltac:(lia)))).
  assert (M := product_moves _ _ _ _ _ _ (X n (ltac:(lia))) (Y n (ltac:(lia)))).
  set (t := total (fun k => x k * y k) n) in *. set (t' := total (fun k => a k * b k) n) in *.
  set (d := x (Z.of_nat n) * y (Z.of_nat n)) in *. set (d' := a (Z.of_nat n) * b (Z.of_nat n)) in *.
  replace (t + d - (t' + d')) with ((t - t') + (d - d')) by ring.
  eapply Rle_trans; [apply Rabs_triang|lra].
Qed.

Lemma dots_within : forall (x y a b r s : A_seq) p u q v n, 0 <= p -> 0 <= u -> 0 <= q -> 0 <= v ->
  (forall k, (0 <= k)%Z -> (k < n)%Z -> Rabs (x k - a k) <= r k) -> (forall k, (0 <= k)%Z -> (k < n)%Z ->
    Rabs (y k - b k) <= s k) ->
  L_dots a a n <= p * p -> L_dots r r n <= u * u -> L_dots b b n <= q * q -> L_dots s s n <= v * v ->
  Rabs (L_dots x y n - L_dots a b n) <= p * v + u * q + u * v.
Proof.
  intros x y a b r s p u q v n P U Q V X Y A R B S. unfold L_dots, sum_below in *.
  eapply Rle_trans; [apply (dots_move x y a b r s)|].
  - intros k K. apply X; lia.
  - intros k K. apply Y; lia.
  - repeat apply Rplus_le_compat; apply sizes_below; assumption.
Qed.
