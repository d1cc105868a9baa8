(* The accuracy of the binary64 exponential: relative error at most 2^-52 on [-708, 708]. *)
From Coq Require Import Reals ZArith Lia Lra.
From Flocq Require Import Core.
From Plumbline.number Require Import exp_rounded exp_rounding exp_reduction exp_polynomial exp_scaling.
Open Scope R_scope.

(* What the polynomial returns for the reduced argument. *)
Theorem exp_poly_of_argument : forall x, rnd x = x -> Rabs x <= 708 ->
  binary64 (exp_poly (exp_r x)) /\ 70 / 100 <= exp_poly (exp_r x) <= 142 / 100.
Proof.
  intros x F H. apply exp_poly_bounds. apply (exp_reduction_error x F H).
Qed.

(* The error is stated against the exact value and, for radii that are computed from the result,
   against the result. *)
Theorem exp_accurate : forall x n1 n2,
  rnd x = x -> Rabs x <= 708 ->
  exp_k x = IZR (n1 + n2) -> (-512 <= n1)%Z ->
  let result := exp_scale (exp_poly (exp_r x)) (bpow radix2 n1) (bpow radix2 n2) in
  0 < result /\
  Rabs (result - exp x) <= / 4503599627370496 * exp x /\
  Rabs (result - exp x) <= / 4503599627370496 * result.
Proof.
  intros x n1 n2 F H K N1 result.
  destruct (exp_poly_of_argument x F H) as (PF & PB).
  destruct (exp_reduction_error x F H) as (_ & _ & RE & RB).
  assert (XB := exp_reduced_bound x H).
  destruct (exp_k_int x H) as (n & KN & NB).
  assert (N : (n1 + n2 = n)%Z) by (apply eq_IZR; rewrite <- K; exact KN).
  assert (V : result = exp_poly (exp_r x) * bpow radix2 n).
  { unfold result. rewrite <- N. apply exp_scaled; [exact PF|lra|exact N1|lia]. }
  rewrite KN in *. set (X := x - IZR n * ln 2) in *.
  assert (A := exp_poly_accurate (exp_r x) X RB ltac:(lra) RE).
  assert (E : exp x = exp X * bpow radix2 n).
  { rewrite bpow_exp, <- exp_plus. f_equal. unfold X. simpl. ring. }
  assert (S := bpow_gt_0 radix2 n).
  assert (Pos : 0 < result) by (rewrite V; apply Rmult_lt_0_compat; lra).
  assert (B : Rabs (result - exp x) <= 99 / 100 * / 4503599627370496 * exp x).
  { rewrite V, E, <- Rmult_assoc, <- Rmult_minus_distr_r, Rabs_mult, (Rabs_pos_eq (bpow _ _)) by lra.
    apply Rmult_le_compat_r; [lra|]. compute_bpow. exact A. }
  assert (P := exp_pos x). split; [exact Pos|]. split; [lra|].
  assert (C := Rabs_bounds _ _ B). lra.
Qed.

(* The same with the two powers of two written as quotients of integers. *)
Theorem exp_accurate_quotient : forall x a1 b1 a2 b2,
  rnd x = x -> Rabs x <= 708 ->
  (0 <= a1)%Z -> (0 <= b1)%Z -> (0 <= a2)%Z -> (0 <= b2)%Z ->
  exp_k x = IZR (a1 - b1 + (a2 - b2)) -> (-512 <= a1 - b1)%Z ->
  let result := exp_scale (exp_poly (exp_r x))
    (IZR (2 ^ a1) / IZR (2 ^ b1)) (IZR (2 ^ a2) / IZR (2 ^ b2)) in
  0 < result /\
  Rabs (result - exp x) <= / 4503599627370496 * exp x /\
  Rabs (result - exp x) <= / 4503599627370496 * result.
Proof.
  intros x a1 b1 a2 b2 F H A1 B1 A2 B2 K N1.
  rewrite <- !bpow_quotient by assumption. apply exp_accurate; assumption.
Qed.
