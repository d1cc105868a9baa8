(* exp_balls.v - the rounded exponential as one number, and why the radii of spec/number/exp.h suffice. *)
From Coq Require Import Reals ZArith Lia Lra Psatz.
From Flocq Require Import Core.
From Plumbline.number Require Import
  exp_rounded exp_rounding exp_reduction exp_scaling exp_accurate exp_real exp_interval upward_math ball_math.
Open Scope R_scope.

(* scaling a number of at least 1/2 by 2^n loses nothing down to n = -1021 *)
Lemma significand_scaled : forall p n, binary64 p -> / 2 <= p -> (-1021 <= n)%Z -> binary64 (p * bpow radix2 n).
Proof.
  intros p n F B N. apply Mult_error.mult_bpow_exact_FLT; [exact F|].
  assert (M : (0 <= mag radix2 p)%Z).
  { apply mag_ge_bpow. change (0 - 1)%Z with (-1)%Z. rewrite Rabs_pos_eq; compute_bpow; lra. }
  lia.
Qed.

Definition exp_value (x : R) : R := exp_poly (exp_r x) * bpow radix2 (Zfloor (exp_k x)).

Lemma exp_value_power : forall x n, exp_k x = IZR n -> exp_value x = exp_poly (exp_r x) * bpow radix2 n.
Proof. intros x n K. unfold exp_value. rewrite K, Zfloor_IZR. reflexivity. Qed.

Theorem exp_value_accurate : forall x, rnd x = x -> Rabs x <= 708 ->
  0 < exp_value x /\ Rabs (exp_value x - exp x) <= / 4503599627370496 * exp x.
Proof.
  intros x F H. destruct (exp_k_int x H) as (n & K & B).
  destruct (exp_poly_of_argument x F H) as (PF & PB).
  destruct (exp_accurate x 0 n F H K ltac:(lia)) as (P & E & _).
  destruct (exp_scaled (exp_poly (exp_r x)) 0 n PF ltac:(lra) ltac:(lia) ltac:(lia)) as (_ & S).
  rewrite S in P, E. rewrite (exp_value_power x n K). split; assumption.
Qed.

(* e^x <= y (1 + 2^-49), and e^x moves by at most e^a (r + r^2) within r of a *)
Theorem exp_near : forall x a r y, Rabs (x - a) <= r -> r <= 1 ->
  0 < y -> Rabs (y - exp a) <= / 4503599627370496 * exp a ->
  Rabs (exp x - y) <=
  upward (rnd (upward (rnd (y * (562949953421313 / 562949953421312))) *
               upward (rnd (upward (rnd (r + upward (rnd (r * r)))) + / 4503599627370496)))).
Proof.
  intros x a r y X R Y E. assert (N := near_radius _ _ _ X). assert (A := exp_pos a).
  assert (S := exp_shift a (x - a) r X R). replace (a + (x - a)) with x in S by ring.
  assert (U : exp a <= upward (rnd (y * (562949953421313 / 562949953421312)))).
  { eapply Rle_trans; [|apply up_bounds; lra]. apply Rabs_le_inv in E. lra. }
  assert (Q : r + r * r <= upward (rnd (r + upward (rnd (r * r))))).
  { assert (P := up_bounds (r * r) (Rle_0_sqr r)). assert (P0 := Rle_0_sqr r). unfold Rsqr in P0.
    apply sum_up_covers; lra. }
  assert (W : r + r * r + / 4503599627370496 <= upward (rnd (upward (rnd (r + upward (rnd (r * r)))) + / 4503599627370496))).
  { assert (P0 := Rle_0_sqr r). unfold Rsqr in P0. apply sum_up_covers; lra. }
  apply Rle_trans with (exp a * (r + r * r + / 4503599627370496)).
  - replace (exp x - y) with ((exp x - exp a) + - (y - exp a)) by ring.
    eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_Ropp. lra.
  - assert (P0 := Rle_0_sqr r). unfold Rsqr in P0. apply product_up_covers; lra.
Qed.

Lemma exp_at_707 : exp (-707) <= bpow radix2 (-1019).
Proof. rewrite bpow_exp. simpl. apply exp_monotone. interval with (i_prec 60). Qed.

Theorem exp_below : forall x a r, Rabs (x - a) <= r -> rnd (a + r) < -707 ->
  Rabs (exp x - 0) <= bpow radix2 (-1019).
Proof.
  intros x a r X B. assert (L : a + r < -707).
  { destruct (Rlt_or_le (a + r) (-707)) as [G|G]; [exact G|exfalso].
    apply rnd_monotone in G. rewrite rnd_exact in G by (apply (binary64_integer (-707)); lia). lra. }
  apply Rabs_le_inv in X. rewrite Rminus_0_r, Rabs_pos_eq by (left; apply exp_pos).
  eapply Rle_trans; [|exact exp_at_707]. apply exp_monotone. lra.
Qed.
