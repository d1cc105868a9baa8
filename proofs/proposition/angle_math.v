(* angle_math.v - products bounded by lengths, and weights of scores between two bounds. *)
From Coq Require Import Reals ZArith Lia Lra.
From Flocq Require Import Core.
Require Import BuiltIn.
From Plumbline.model Require Import sequence angle rotation angles.
From Plumbline.number Require Import sequence_math.
From Plumbline.position Require Import rope_math.
From Plumbline.proposition Require Import first_math.
Open Scope R_scope.

(* ---- Cauchy and Schwarz ---- *)

Definition length (x : A_seq) (d : Z) : R := sqrt (L_dots x x d).

Lemma square_total : forall (x : A_seq) n, 0 <= total (fun c => x c * x c) n.
Proof.
  intros x n. induction n as [|n IH]; simpl; [lra|]. assert (S := Rle_0_sqr (x (Z.of_nat n))). unfold Rsqr in S. lra.
Qed.

Lemma root_of_square : forall y, sqrt (y * y) = Rabs y.
Proof. exact sqrt_Rsqr_abs. Qed.

(* the bound in two dimensions, the vectors (u, p) and (v, r) *)
Lemma two_dimensions : forall u v p r, 0 <= u -> 0 <= v -> 0 <= p -> 0 <= r ->
  u * v + p * r <= sqrt (u * u + p * p) * sqrt (v * v + r * r).
Proof.
  intros u v p r U V P R.
  assert (A := Rmult_le_pos _ _ U V). assert (B := Rmult_le_pos _ _ P R).
  assert (A1 := Rle_0_sqr u). assert (A2 := Rle_0_sqr v). assert (A3 := Rle_0_sqr p). assert (A4 := Rle_0_sqr r).
  unfold Rsqr in *. rewrite <- sqrt_mult by lra.
  rewrite <- (Rabs_pos_eq (u * v + p * r)) by lra. rewrite <- root_of_square. apply sqrt_le_1_alt.
  assert (S := Rle_0_sqr (u * r - v * p)). unfold Rsqr in S. lra.
Qed.

Lemma product_at_most_lengths : forall q k d, Rabs (L_dots q k d) <= length q d * length k d.
Proof.
  intros q k d. unfold length, L_dots, sum_below. induction (Z.to_nat d) as [|n IH]; simpl.
  - rewrite Rabs_R0, sqrt_0. lra.
  - set (a := total (fun c => q c * q c) n) in *. set (b := total (fun c => k c * k c) n) in *.
    assert (A : 0 <= a) by apply square_total. assert (B : 0 <= b) by apply square_total.
    eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_mult.
    eapply Rle_trans; [apply Rplus_le_compat_r, IH|].
    eapply Rle_trans; [apply two_dimensions; try apply sqrt_pos; apply Rabs_pos|].
    rewrite !sqrt_sqrt by assumption. rewrite <- !Rabs_mult, !(Rabs_pos_eq (_ * _)) by apply Rle_0_sqr. lra.
Qed.

Lemma length_of_positioned : forall x t p layout pairs d, (0 <= pairs)%Z -> (2 * pairs <= d)%Z ->
  length (positioned x t p 1 layout pairs) d = length x d.
Proof.
  intros x t p layout pairs d P D. unfold length. rewrite dots_at_one_position, (dots_by_pairs x x layout pairs d)
    by assumption.
  f_equal. ring.
Qed.

Lemma positioned_product_bounded : forall q k t p j layout pairs d, (0 <= pairs)%Z -> (2 * pairs <= d)%Z ->
  Rabs (L_dots (positioned q t p 1 layout pairs) (positioned k t j 1 layout pairs) d) <= length q d * length k d.
Proof.
  intros q k t p j layout pairs d P D. eapply Rle_trans; [apply product_at_most_lengths|].
  rewrite !length_of_positioned by assumption. lra.
Qed.

(* the angle between a query and a key that stand `distance` apart *)
Definition angle_between (q k t : A_seq) (layout pairs d distance : Z) : R :=
  acos (L_dots (positioned q t distance 1 layout pairs) (positioned k t 0 1 layout pairs) d /
    (length q d * length k d)).

Lemma product_by_angle : forall q k t p j layout pairs d, (0 <= pairs)%Z -> (2 * pairs <= d)%Z ->
  L_dots (positioned q t p 1 layout pairs) (positioned k t j 1 layout pairs) d =
  length q d * length k d * cos (angle_between q k t layout pairs d (p - j)).
Proof.
  intros q k t p j layout pairs d P D.
  assert (same : L_dots (positioned q t p 1 layout pairs) (positioned k t j 1 layout pairs) d =
                 L_dots (positioned q t (p - j) 1 layout pairs) (positioned k t 0 1 layout pairs) d).
  { rewrite !dots_of_positioned by assumption. rewrite Z.sub_0_r. reflexivity. }
  rewrite same. clear same. unfold angle_between.
  assert (B := positioned_product_bounded q k t (p - j) 0 layout pairs d P D).
  set (y := L_dots (positioned q _ _ _ _ _) _ d) in *. clearbody y.
  assert (L : 0 <= length q d * length k d) by (apply Rmult_le_pos; apply sqrt_pos).
  set (l := length q d * length k d) in *. clearbody l.
  destruct L as [L|L].
  - rewrite cos_acos; [field; lra|]. apply Rabs_le_inv in B. split.
    + apply Rmult_le_reg_r with l; [exact L|]. replace (y / l * l) with y by (field; lra). lra.
    + apply Rmult_le_reg_r with l; [exact L|]. replace (y / l * l) with y by (field; lra). lra.
  - subst l. apply Rabs_le_inv in B. replace y with 0 by lra. ring.
Qed.

(* ---- scores between -xi and xi ---- *)

Lemma bounded_weights : forall x m n t i xi, first_visible m n t -> (0 <= i < t)%Z ->
  (forall j, (0 <= j < t)%Z -> - xi <= x j <= xi) ->
  L_softmax x m n i <= exp (2 * xi) / (IZR (-1 + t) + exp (2 * xi)).
Proof.
  intros x m n t i xi F I H. rewrite (weight_of_first x m n t i F I).
  assert (rises : forall a b, a <= b -> exp a <= exp b).
  { intros a b [L|L]; [left; apply exp_increasing, L|right; rewrite L; reflexivity]. }
  assert (S := sum_one_and_least (fun j => exp (x j)) (exp (- xi)) t i I ltac:(intros j J; apply rises, H, J)).
  fold (exponential_sum x t) in S. cbv beta in S. assert (top := rises _ _ (proj2 (H i I))).
  rewrite plus_IZR. replace (exp (2 * xi)) with (exp xi * exp xi) by (rewrite <- exp_plus; f_equal; ring).
  rewrite exp_Ropp in S. assert (E := exp_pos xi). assert (P := exp_pos (x i)). assert (T := IZR_le 1 t ltac:(lia)).
  assert (W := exponential_sum_positive x t ltac:(lia)).
  set (sum := exponential_sum x t) in *. set (e := exp xi) in *. set (w := exp (x i)) in *. set (k := IZR t - 1) in *.
  replace (-1 + IZR t) with k by (unfold k; ring).
  assert (K : 0 <= k) by (unfold k; lra). clearbody sum e w k.
  assert (D : 0 < k + e * e) by (assert (0 < e * e) by (apply Rmult_lt_0_compat; assumption); lra).
  apply Rmult_le_reg_r with (sum * (k + e * e)); [apply Rmult_lt_0_compat; assumption|].
  replace (w / sum * (sum * (k + e * e))) with (w * k + e * e * w) by (field; lra).
  replace (e * e / (k + e * e) * (sum * (k + e * e))) with (e * e * sum) by (field; lra).
  assert (A : e * e * (w + k * / e) <= e * e * sum) by (apply Rmult_le_compat_l;
    [left; apply Rmult_lt_0_compat; assumption|exact S]).
  replace (e * e * (w + k * / e)) with (e * e * w + k * e) in A by (field; lra).
  assert (k * w <= k * e) by (apply Rmult_le_compat_l; assumption). lra.
Qed.
