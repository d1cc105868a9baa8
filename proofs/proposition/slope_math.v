(* slope_math.v - weights of scores that rise by the same step from key to key. *)
From Coq Require Import Reals ZArith Lia Lra.
Require Import BuiltIn.
From Plumbline.model Require Import sequence alibi.
From Plumbline.number Require Import sequence_math.
From Plumbline.position Require Import rope_math.
From Plumbline.proposition Require Import first_math.
Open Scope R_scope.

(* whatever the form, a key's distance is its index and a number that all keys share *)
Lemma distance_of_key : forall form p j, (0 <= form <= 3)%Z -> (0 <= j <= p)%Z ->
  L_alibi_distance form p j = (L_alibi_distance form p 0 + j)%Z.
Proof.
  intros form p j F J. assert (form = 0 \/ form = 1 \/ form = 2 \/ form = 3)%Z as [E|[E|[E|E]]] by lia;
    rewrite E; unfold L_alibi_distance; lia.
Qed.

Definition rising (x : A_seq) (t : Z) (c s : R) : Prop := forall j, (0 <= j < t)%Z -> x j = c + s * IZR j.

Lemma alibi_is_rising : forall x form p t c s, (0 <= form <= 3)%Z -> (t <= 1 + p)%Z ->
  (forall j, (0 <= j)%Z -> (j < t)%Z -> c + s * IZR (L_alibi_distance form p j) = x j) ->
  rising x t (c + s * IZR (L_alibi_distance form p 0)) s.
Proof.
  intros x form p t c s F P H j J. rewrite <- H, (distance_of_key form p j), plus_IZR by lia. ring.
Qed.

Lemma rising_increases : forall x t c s i j, rising x t c s -> 0 < s -> (0 <= i < j)%Z -> (j < t)%Z -> x i < x j.
Proof.
  intros x t c s i j R S I J. rewrite (R i), (R j) by lia. apply Rplus_lt_compat_l, Rmult_lt_compat_l; [exact S|].
  apply IZR_lt. lia.
Qed.

Lemma rising_sum : forall c s t, (0 <= t)%Z ->
  sum_below (fun j => exp (c + s * IZR j)) t * (exp s - 1) = exp c * (exp (s * IZR t) - 1).
Proof.
  intros c s. apply natlike_ind.
  - unfold sum_below. simpl. rewrite Rmult_0_r, exp_0. ring.
  - intros t T IH. unfold Z.succ. rewrite Z.add_comm, sum_below_next, Rmult_plus_distr_r, IH, plus_IZR by exact T.
    rewrite Rmult_plus_distr_l, Rmult_1_r, !exp_plus. ring.
Qed.

Lemma exp_above_one : forall y, 0 < y -> 1 < exp y.
Proof. intros y Y. rewrite <- exp_0. apply exp_increasing, Y. Qed.

Lemma rising_weights : forall x m n t c s i, first_visible m n t -> rising x t c s -> 0 < s -> (0 <= i < t)%Z ->
  L_softmax x m n i = exp (- s * IZR (t - 1 - i)) * (1 - exp (- s)) / (1 - exp (- s * IZR t)).
Proof.
  intros x m n t c s i F R S I. rewrite (weight_of_first x m n t i F I).
  assert (E := exp_above_one s S).
  assert (T : 1 < exp (s * IZR t)) by (apply exp_above_one, Rmult_lt_0_compat; [exact S|apply IZR_lt; lia]).
  assert (sum : exponential_sum x t = exp c * (exp (s * IZR t) - 1) / (exp s - 1)).
  { unfold exponential_sum. rewrite (sum_same _ (fun j => exp (c + s * IZR j)))
      by (intros j J; rewrite (R j J); reflexivity).
    rewrite <- rising_sum by lia. field. lra. }
  rewrite sum, (R i I), exp_plus. assert (C := exp_pos c). assert (P := exp_pos (s * IZR i)).
  rewrite exp_Ropp. replace (- s * IZR t) with (- (s * IZR t)) by ring. rewrite (exp_Ropp (s * IZR t)).
  replace (exp (- s * IZR (t - 1 - i))) with (exp s * exp (s * IZR i) / exp (s * IZR t)).
  - field. repeat split; lra.
  - rewrite !minus_IZR. replace (- s * (IZR t - 1 - IZR i)) with (s + s * IZR i + - (s * IZR t)) by ring.
    rewrite !exp_plus, exp_Ropp. reflexivity.
Qed.
