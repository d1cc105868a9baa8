(* exp_balls.v - the rounded exponential as one number, and why the radii of spec/number/exp.h suffice. *)
From Coq Require Import Reals ZArith Lia Lra Psatz.
From Flocq Require Import Core.
From Plumbline.number Require Import exp_rounded exp_rounding exp_reduction exp_scaling exp_accurate exp_real.
From Plumbline.number Require Import exp_interval upward_math ball_math.
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

(* r + r^2 + 2^-52 from two fused operations whose constants are widened by 8 u: it is not small, so underflow is
   nothing to it *)
Definition moved_up (r : R) : R := rnd (r * rnd (r * above + above) + 1125899906842625 /
  5070602400912917605986812821504).

Lemma moved_up_covers : forall r, 0 <= r <= 1 -> (r + r * r + / 4503599627370496) * (1 + 5 * u) <= moved_up r.
Proof.
  intros r R. unfold moved_up. assert (L0 := h_positive).
  assert (L : h <= / 340282366920938463463374607431768211456).
  { unfold h. change (/ 340282366920938463463374607431768211456) with (bpow radix2 (-128)). apply bpow_le.
    discriminate. }
  assert (S : 0 <= r * above + above) by (unfold above; lra).
  assert (SL := rnd_low _ S). assert (S0 := rnd_nonnegative _ S). set (s := rnd (r * above + above)) in *.
  assert (M := Rmult_le_compat_l r _ _ (proj1 R) SL).
  replace (r * ((r * above + above) * (1 - u) - h)) with ((r + r * r) * (above * (1 - u)) - r * h) in M by ring.
  assert (Q : 0 <= r * r <= 1) by nra.
  assert (RS : 0 <= r * s) by (apply Rmult_le_pos; [apply R|exact S0]).
  assert (T : 0 <= r * s + 1125899906842625 / 5070602400912917605986812821504) by (unfold above in *; lra).
  assert (TL := rnd_low _ T). set (t := rnd _) in *.
  assert (RH : r * h <= h) by (rewrite <- (Rmult_1_l h) at 2; apply Rmult_le_compat_r; lra).
  set (rs := r * s) in *. set (rh := r * h) in *. set (square := r * r) in *.
  clearbody rs rh square t. clear SL S S0 s T. generalize dependent h. intros. unfold above, u in *. lra.
Qed.

(* e^a (1 - 2 u) <= y, and e^x moves by at most e^a (r + r^2) within r of a *)
Theorem exp_near : forall x a r y, Rabs (x - a) <= r -> r <= 1 ->
  0 < y -> Rabs (y - exp a) <= / 4503599627370496 * exp a ->
  Rabs (exp x - y) <= rnd (y * moved_up r + least).
Proof.
  intros x a r y X R Y E. assert (N := near_radius _ _ _ X). assert (A := exp_pos a).
  assert (S := exp_shift a (x - a) r X R). replace (a + (x - a)) with x in S by ring.
  assert (M : Rabs (exp x - y) <= exp a * (r + r * r + / 4503599627370496)).
  { replace (exp x - y) with ((exp x - exp a) + - (y - exp a)) by ring.
    eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_Ropp. lra. }
  assert (C : exp a * (1 - 2 * u) <= y) by (apply Rabs_le_inv in E; unfold u; lra).
  assert (W := moved_up_covers r (conj N R)). set (w := moved_up r) in *. clearbody w.
  assert (D : 0 <= r + r * r + / 4503599627370496) by nra. set (d := r + r * r + / 4503599627370496) in *. clearbody d.
  assert (W0 : 0 <= w) by (unfold u in W; lra).
  assert (B1 := Rmult_le_compat_l (exp a) _ _ (Rlt_le _ _ A) W).
  assert (B2 := Rmult_le_compat_r w _ _ W0 C).
  replace (exp a * (d * (1 + 5 * u))) with (exp a * d * (1 + 5 * u)) in B1 by ring.
  replace (exp a * (1 - 2 * u) * w) with (exp a * w * (1 - 2 * u)) in B2 by ring.
  assert (ED : 0 <= exp a * d) by (apply Rmult_le_pos; lra).
  assert (YW : 0 <= y * w) by (apply Rmult_le_pos; lra).
  assert (L := least_h). assert (L0 := h_positive).
  assert (T : 0 <= y * w + least) by lra. assert (TL := rnd_low _ T).
  eapply Rle_trans; [exact M|]. eapply Rle_trans; [|exact TL].
  set (ed := exp a * d) in *. set (ew := exp a * w) in *. set (yw := y * w) in *. clearbody ed ew yw.
  clear - B1 B2 ED YW L L0. generalize dependent least. generalize dependent h. intros. unfold u in *. lra.
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
