(* sums_math.v - sums over the keys, term by term. *)
From Coq Require Import Reals ZArith Lia Lra.
Require Import BuiltIn.
From Plumbline.model Require Import sequence.
Open Scope R_scope.

Definition key (n j : Z) : Prop := (0 <= j < n)%Z.

Lemma sum_induction : forall n (P : R -> R -> Prop) f g, P 0 0 ->
  (forall a b j, key n j -> P a b -> P (a + f j) (b + g j)) -> P (sum_below f n) (sum_below g n).
Proof.
  intros n P f g B H. unfold sum_below.
  assert (A : forall k, (k <= Z.to_nat n)%nat -> P (total f k) (total g k)).
  { induction k as [|k IH]; intro K; simpl; [exact B|]. apply H; [unfold key; lia|apply IH; lia]. }
  apply A. lia.
Qed.

Lemma sum_same : forall n f g, (forall j, key n j -> f j = g j) -> sum_below f n = sum_below g n.
Proof. intros n f g H. apply (sum_induction n (fun a b => a = b)); [reflexivity|]. intros a b j K E.
  rewrite E, H by exact K. reflexivity. Qed.

Lemma sum_monotone : forall n f g, (forall j, key n j -> f j <= g j) -> sum_below f n <= sum_below g n.
Proof. intros n f g H. apply (sum_induction n (fun a b => a <= b)); [lra|]. intros a b j K E. specialize (H j K).
  lra. Qed.

Lemma sum_positive : forall n f, (forall j, key n j -> 0 <= f j) -> 0 <= sum_below f n.
Proof. intros n f H. apply (sum_induction n (fun a _ => 0 <= a) f (fun _ => 0)); [lra|]. intros a b j K E.
  specialize (H j K). lra. Qed.

Lemma sum_plus : forall n f g, sum_below (fun j => f j + g j) n = sum_below f n + sum_below g n.
Proof. intros n f g. unfold sum_below. induction (Z.to_nat n) as [|k IH]; simpl; [ring|]. rewrite IH. ring. Qed.

Lemma sum_factor : forall n c f, sum_below (fun j => c * f j) n = c * sum_below f n.
Proof. intros n c f. unfold sum_below. induction (Z.to_nat n) as [|k IH]; simpl; [ring|]. rewrite IH. ring. Qed.

Lemma sum_minus : forall n f g, sum_below (fun j => f j - g j) n = sum_below f n - sum_below g n.
Proof. intros n f g. unfold sum_below. induction (Z.to_nat n) as [|k IH]; simpl; [ring|]. rewrite IH. ring. Qed.

Lemma sum_absolute : forall n f g, (forall j, key n j -> Rabs (f j) <= g j) -> Rabs (sum_below f n) <= sum_below g n.
Proof.
  intros n f g H. apply (sum_induction n (fun a b => Rabs a <= b)); [rewrite Rabs_R0; lra|]. intros a b j K E.
  specialize (H j K). eapply Rle_trans; [apply Rabs_triang|]. lra.
Qed.

Lemma sum_positive_term : forall n f j, key n j -> (forall i, key n i -> 0 <= f i) -> f j <= sum_below f n.
Proof.
  intros n f j K H.
  eapply Rle_trans; [|apply (sum_monotone n (fun i => if Z.eq_dec i j then f j else 0))].
  - clear H. unfold sum_below. unfold key in K.
    assert (A : forall k, (Z.to_nat j < k)%nat -> f j <= total (fun i => if Z.eq_dec i j then f j else 0) k).
    { intros k L. induction k as [|k IH]; [lia|]. simpl.
      assert (Z0 : forall m, (m <= Z.to_nat j)%nat -> total (fun i => if Z.eq_dec i j then f j else 0) m = 0).
      { induction m as [|m IM]; intro M; simpl; [reflexivity|]. rewrite IM by lia.
        destruct (Z.eq_dec (Z.of_nat m) j); [lia|ring]. }
      destruct (Z.eq_dec (Z.of_nat k) j) as [E|E].
      - rewrite Z0 by lia. lra.
      - rewrite Rplus_0_r. apply IH. lia. }
    apply (A (Z.to_nat n)). lia.
  - intros i I. destruct (Z.eq_dec i j) as [E|E]; [subst; lra|apply H, I].
Qed.

(* finitely many choices make a sequence *)
Lemma finite_choice : forall n (P : Z -> R -> Prop), (forall j, key n j -> exists x, P j x) ->
  exists f : A_seq, forall j, key n j -> P j (f j).
Proof.
  intros n P H.
  assert (A : forall k : nat, (Z.of_nat k <= n)%Z -> exists f : A_seq, forall j, key (Z.of_nat k) j -> P j (f j)).
  { induction k as [|k IH]; intro K.
    - exists (fun _ => 0). intros j J. unfold key in J. lia.
    - destruct (IH ltac:(lia)) as (f & F). destruct (H (Z.of_nat k) ltac:(unfold key; lia)) as (x & X).
      exists (fun j => if Z.eq_dec j (Z.of_nat k) then x else f j). intros j J. unfold key in *.
      destruct (Z.eq_dec j (Z.of_nat k)) as [E|E]; [rewrite E; exact X|apply F; lia]. }
  destruct (Z_lt_le_dec n 0) as [L|L].
  - exists (fun _ => 0). intros j J. unfold key in J. lia.
  - destruct (A (Z.to_nat n) ltac:(lia)) as (f & F). exists f. intros j J. apply F. unfold key in *. lia.
Qed.

Lemma sum_constant : forall n a, (0 <= n)%Z -> sum_below (fun _ => a) n = IZR n * a.
Proof.
  intros n a H. unfold sum_below. rewrite <- (Z2Nat.id n) at 2 by lia. rewrite <- INR_IZR_INZ.
  induction (Z.to_nat n) as [|k IH]; [simpl; ring|]. rewrite S_INR. simpl total. rewrite IH. ring.
Qed.

(* k + 1 addends, of which all but the largest are cut by w at most, and their sum cut if it is so long *)
Lemma cut_block : forall k l (x y : A_seq) u w z, (2 <= k)%Z -> key (1 + k) l -> 0 < u -> 0 < w ->
  w <= u * Rabs (x l) -> y l = x l ->
  (forall i, key (1 + k) i -> Rabs (y i - x i) <= w /\ Rabs (y i) <= Rabs (x i)) ->
  (z = sum_below y (1 + k) \/ (2 * w <= u * Rabs (sum_below y (1 + k)) /\
    Rabs (z - sum_below y (1 + k)) <= u * Rabs (sum_below y (1 + k)))) ->
  Rabs (z - sum_below x (1 + k)) <= IZR k * (u * sum_below (fun i => Rabs (x i)) (1 + k)).
Proof.
  intros k l x y u w z K L U W X E H Z0. set (n := (1 + k)%Z) in *.
  assert (A : sum_below (fun i => Rabs (y i - x i)) n <= IZR k * w).
  { assert (T := sum_positive_term n (fun i => w - Rabs (y i - x i)) l L ltac:(intros i I; destruct (H i I); lra)).
    cbv beta in T.
    rewrite sum_minus, (sum_constant n w) in T by (unfold n; lia).
    rewrite E, (Rminus_diag_eq (x l)), Rabs_R0 in T by reflexivity.
    assert (I : IZR n = 1 + IZR k) by (unfold n; apply plus_IZR). rewrite I in T. lra. }
  assert (B : Rabs (sum_below y n - sum_below x n) <= IZR k * w).
  { eapply Rle_trans; [|exact A]. rewrite <- sum_minus. apply sum_absolute. intros; lra. }
  assert (S : Rabs (sum_below y n) <= sum_below (fun i => Rabs (x i)) n)
    by (apply sum_absolute; intros i I; apply (H i I)).
  assert (M : Rabs (x l) <= sum_below (fun i => Rabs (x i)) n) by (apply
    (sum_positive_term n (fun i => Rabs (x i)) l L); intros; apply Rabs_pos).
  assert (K2 := IZR_le _ _ K). set (t := sum_below (fun i => Rabs (x i)) n) in *. set (q := IZR k) in *. clearbody q t.
  assert (T0 : 0 <= t) by (eapply Rle_trans; [apply Rabs_pos|exact S]).
  assert (UT : u * Rabs (x l) <= u * t) by (apply Rmult_le_compat_l; lra).
  destruct Z0 as [Z0|(Z1 & Z2)].
  - rewrite Z0. assert (q * w <= q * (u * t)) by (apply Rmult_le_compat_l; lra). lra.
  - replace (z - sum_below x n) with ((z - sum_below y n) + (sum_below y n - sum_below x n)) by ring.
    eapply Rle_trans; [apply Rabs_triang|].
    assert (US : u * Rabs (sum_below y n) <= u * t) by (apply Rmult_le_compat_l; lra).
    assert (q * (2 * w) <= q * (u * t)) by (apply Rmult_le_compat_l; lra).
    assert (2 * (u * t) <= q * (u * t)) by (apply Rmult_le_compat_r; [apply Rmult_le_pos; lra|lra]). lra.
Qed.
