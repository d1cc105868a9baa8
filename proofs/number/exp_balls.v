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

(* what the widening r + r^2 + 2^-52 keeps of its three roundings: it is not small, so underflow of r^2 is nothing to it *)
Lemma widening_low : forall r, 0 <= r <= 1 ->
  let d := r + r * r + / 4503599627370496 in let w := rnd (rnd (r + rnd (r * r)) + / 4503599627370496) in
  0 <= w <= 4 /\ d * (1 - 4 * u) <= w.
Proof.
  intros r R d w. assert (Q : 0 <= r * r <= 1) by nra. assert (L0 := h_positive).
  assert (L : h <= / 340282366920938463463374607431768211456).
  { unfold h. change (/ 340282366920938463463374607431768211456) with (bpow radix2 (-128)). apply bpow_le. discriminate. }
  set (q := rnd (r * r)) in *. set (t := rnd (r + q)) in *.
  assert (QL := rnd_low _ (proj1 Q)). assert (QH := rnd_high _ (proj1 Q)).
  assert (Q0 := rnd_nonnegative _ (proj1 Q)). fold q in QL, QH, Q0.
  assert (T : 0 <= r + q) by lra.
  assert (TL := rnd_low _ T). assert (TH := rnd_high _ T). assert (T0 := rnd_nonnegative _ T). fold t in TL, TH, T0.
  assert (W : 0 <= t + / 4503599627370496) by lra.
  assert (WL := rnd_low _ W). assert (WH := rnd_high _ W). assert (W0 := rnd_nonnegative _ W). fold w in WL, WH, W0.
  subst d. clearbody q t w. generalize dependent h. intros. unfold u in *.
  set (square := r * r) in *. clearbody square. repeat split; lra.
Qed.

(* e^a (1 + 2^-50) <= y (1 + 2^-49), which pays for one of the six roundings, and e^x moves
   by at most e^a (r + r^2) within r of a *)
Theorem exp_near : forall x a r y, Rabs (x - a) <= r -> r <= 1 ->
  0 < y -> Rabs (y - exp a) <= / 4503599627370496 * exp a ->
  Rabs (exp x - y) <=
  upward (rnd (rnd (y * (562949953421313 / 562949953421312)) * rnd (rnd (r + rnd (r * r)) + / 4503599627370496))).
Proof.
  intros x a r y X R Y E. assert (N := near_radius _ _ _ X). assert (A := exp_pos a).
  assert (S := exp_shift a (x - a) r X R). replace (a + (x - a)) with x in S by ring.
  assert (C : exp a * (1 + 8 * u) <= y * (562949953421313 / 562949953421312)) by (apply Rabs_le_inv in E; unfold u; lra).
  assert (M : Rabs (exp x - y) <= exp a * (r + r * r + / 4503599627370496)).
  { replace (exp x - y) with ((exp x - exp a) + - (y - exp a)) by ring.
    eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_Ropp. lra. }
  destruct (widening_low r (conj N R)) as ((W0 & W4) & W). assert (L0 := h_positive).
  set (w := rnd (rnd (r + rnd (r * r)) + / 4503599627370496)) in *.
  set (top := y * (562949953421313 / 562949953421312)) in *.
  assert (P : 0 <= top) by (unfold top; lra).
  assert (PL := rnd_low _ P). assert (P0 := rnd_nonnegative _ P). set (p := rnd top) in *.
  assert (D0 : 0 <= r + r * r + / 4503599627370496) by nra.
  set (d := r + r * r + / 4503599627370496) in *.
  assert (F : 0 <= p * w) by (apply Rmult_le_pos; assumption).
  assert (FL := rnd_low _ F).
  eapply Rle_trans; [exact M|]. apply five_roundings; [apply Rmult_le_pos; lra|apply rnd_nonnegative, F|].
  assert (B1 := Rmult_le_compat_r w _ _ W0 PL). assert (B2 := Rmult_le_compat_l top _ _ P W).
  assert (B3 := Rmult_le_compat_r d _ _ D0 C).
  assert (B4 := Rmult_le_compat_l h _ _ (Rlt_le _ _ L0) W4).
  replace ((top * (1 - u) - h) * w) with (top * w * (1 - u) - h * w) in B1 by ring.
  replace (top * (d * (1 - 4 * u))) with (top * d * (1 - 4 * u)) in B2 by ring.
  replace (exp a * (1 + 8 * u) * d) with (exp a * d * (1 + 8 * u)) in B3 by ring.
  set (hw := h * w) in *. set (td := top * d) in *. set (tw := top * w) in *. set (pw := p * w) in *. set (ed := exp a * d) in *.
  assert (ED : 0 <= ed) by (apply Rmult_le_pos; lra).
  clearbody hw td tw pw ed. unfold u in *. clear - B1 B2 B3 B4 FL L0 ED. lra.
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
