(* activation_math.v - quotients of sums that are no softmax, and what errors of a score do to sigmoid, softpick, power
   and clipped weights. *)
From Coq Require Import Reals ZArith Lia Lra.
From Flocq Require Import Core.
Require Import BuiltIn.
From Plumbline.model Require Import sequence rounded_sum tanh sigmoid.
From Plumbline.compare Require Import rounded_sum_math sums_math exponent_math mean_math.
From Plumbline.number Require Import tanh_math.
Open Scope R_scope.

(* ---- r_j / Z ---- *)

Lemma ratio_within : forall a b x z o zeta, 0 < Rabs z - zeta -> o * z = x -> Rabs (b - z) <= zeta ->
  0 < Rabs b /\ Rabs (a / b - o) <= (Rabs (a - x) + Rabs o * zeta) / (Rabs z - zeta).
Proof.
  intros a b x z o zeta P O B.
  assert (L : Rabs z - zeta <= Rabs b).
  { assert (T := Rabs_triang_inv z (z - b)). replace (z - (z - b)) with b in T by ring. rewrite Rabs_minus_sym in B.
    lra. }
  split; [lra|]. assert (N : b <> 0) by (intro N; rewrite N, Rabs_R0 in L; lra).
  replace (a / b - o) with (((a - x) - o * (b - z)) / b) by (rewrite <- O; field; exact N).
  unfold Rdiv. rewrite Rabs_mult, Rabs_inv. apply Rmult_le_compat.
  - apply Rabs_pos.
  - left. apply Rinv_0_lt_compat. lra.
  - assert (T := Rabs_triang (a - x) (- (o * (b - z)))). rewrite Rabs_Ropp, Rabs_mult in T.
    assert (Rabs o * Rabs (b - z) <= Rabs o * zeta) by (apply Rmult_le_compat_l; [apply Rabs_pos|exact B]).
    unfold Rminus in *. lra.
  - apply Rinv_le_contravar; lra.
Qed.

Lemma numerator_within : forall n (r rho v : A_seq) (q : A_seq) a kv eta, 0 <= kv ->
  (forall j, key n j -> Rabs (q j - r j) <= rho j) ->
  Rabs (a - sum_below (fun j => q j * v j) n) <= kv * sum_below (fun j => Rabs (q j) * Rabs (v j)) n + eta ->
  Rabs (a - sum_below (fun j => r j * v j) n) <=
    sum_below (fun j => rho j * Rabs (v j)) n + kv * sum_below (fun j => (Rabs (r j) + rho j) * Rabs (v j)) n + eta.
Proof.
  intros n r rho v q a kv eta K Q A.
  replace (a - sum_below (fun j => r j * v j) n) with ((a - sum_below (fun j => q j * v j) n)
    + (sum_below (fun j => q j * v j) n - sum_below (fun j => r j * v j) n)) by ring.
  eapply Rle_trans; [apply Rabs_triang|].
  assert (B : Rabs (sum_below (fun j => q j * v j) n - sum_below (fun j => r j * v j) n) <=
    sum_below (fun j => rho j * Rabs (v j)) n).
  { rewrite <- sum_minus. apply sum_absolute. intros j J.
    replace (q j * v j - r j * v j) with ((q j - r j) * v j) by ring.
    rewrite Rabs_mult. apply Rmult_le_compat_r; [apply Rabs_pos|apply Q, J]. }
  assert (C : kv * sum_below (fun j => Rabs (q j) * Rabs (v j)) n <= kv * sum_below (fun j =>
    (Rabs (r j) + rho j) * Rabs (v j)) n).
  { apply Rmult_le_compat_l; [exact K|]. apply sum_monotone. intros j J. apply Rmult_le_compat_r; [apply Rabs_pos|].
    replace (q j) with (r j + (q j - r j)) by ring. eapply Rle_trans; [apply Rabs_triang|]. assert (H := Q j J). lra. }
  lra.
Qed.

Lemma at_least_one_contracts : forall x y, Rabs (Rmax (Rabs x) 1 - Rmax (Rabs y) 1) <= Rabs (x - y).
Proof.
  intros x y. assert (A := Rabs_triang_inv x y). assert (B := Rabs_triang_inv y x). rewrite (Rabs_minus_sym y) in B.
  unfold Rmax. destruct (Rle_dec (Rabs x) 1), (Rle_dec (Rabs y) 1); apply Rabs_le;
    assert (0 <= Rabs (x - y)) by apply Rabs_pos; lra.
Qed.

Lemma absolute_contracts : forall x y, Rabs (Rabs x - Rabs y) <= Rabs (x - y).
Proof. exact Rabs_triang_inv2. Qed.

(* ---- sigmoid ---- *)

Lemma sigmoid_half : forall x, L_rsigmoid x = (1 + L_rtanh (x / 2)) / 2.
Proof.
  intro x. unfold L_rsigmoid, L_rtanh. replace (- x) with (- (x / 2) + - (x / 2)) by field. rewrite exp_plus.
  assert (P := exp_pos (x / 2)). assert (Q := exp_pos (- (x / 2))). assert (I := exp_inverse (x / 2)).
  set (a := exp (x / 2)) in *. set (b := exp (- (x / 2))) in *. clearbody a b.
  replace (1 + b * b) with (b * (a + b)) by (replace (b * (a + b)) with (a * b + b * b) by ring; lra).
  replace b with (/ a) at 1 by (apply Rmult_eq_reg_l with a; [rewrite Rinv_r; lra|lra]). field. lra.
Qed.

Lemma sigmoid_moves : forall x delta d, Rabs delta <= d ->
  Rabs (L_rsigmoid (x + delta) - L_rsigmoid x) <= d / 4 /\
  Rabs (L_rsigmoid (x + delta) - L_rsigmoid x) <= L_rsigmoid x * (1 - L_rsigmoid x) * (exp d - 1) /\
  Rabs (L_rsigmoid (x + delta) - L_rsigmoid x) <= L_rsigmoid (x + d).
Proof.
  intros x delta d D. split; [|split].
  - rewrite !sigmoid_half. replace ((1 + L_rtanh ((x + delta) / 2)) / 2 - (1 + L_rtanh (x / 2)) / 2)
      with ((L_rtanh ((x + delta) / 2) - L_rtanh (x / 2)) * / 2) by field.
    rewrite Rabs_mult, (Rabs_pos_eq (/ 2)) by lra. assert (M := tanh_moves ((x + delta) / 2) (x / 2)).
    replace ((x + delta) / 2 - x / 2) with (delta * / 2) in M by field.
    rewrite Rabs_mult, (Rabs_pos_eq (/ 2)) in M by lra. lra.
  - unfold L_rsigmoid. replace (- (x + delta)) with (- x + - delta) by ring. rewrite exp_plus.
    assert (P := exp_pos (- x)). assert (Q := exp_pos (- delta)). set (a := exp (- x)) in *.
    set (b := exp (- delta)) in *.
    assert (B : exp (- d) <= b <= exp d) by (apply Rabs_le_inv in D; split; apply exp_monotone; lra).
    assert (I := exp_inverse d). assert (E := exp_pos d). assert (E1 := exp_pos (- d)).
    set (w := exp d) in *. set (y := exp (- d)) in *. clearbody a b w y.
    assert (AB : 0 < a * b) by (apply Rmult_lt_0_compat; assumption).
    replace (1 / (1 + a * b) - 1 / (1 + a)) with ((1 / (1 + a)) * (a / (1 + a)) * ((1 + a) * (1 - b) / (1 + a * b)))
      by (field; lra).
    replace (1 - 1 / (1 + a)) with (a / (1 + a)) by (field; lra).
    assert (S1 : 0 <= 1 / (1 + a)) by (apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]).
    assert (S2 : 0 <= a / (1 + a)) by (apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]).
    rewrite Rabs_mult, (Rabs_pos_eq (1 / (1 + a) * (a / (1 + a)))) by (apply Rmult_le_pos; assumption).
    apply Rmult_le_compat_l; [apply Rmult_le_pos; assumption|].
    unfold Rdiv. rewrite Rabs_mult, Rabs_inv, (Rabs_pos_eq (1 + a * b)) by lra.
    apply Rmult_le_reg_r with (1 + a * b); [lra|]. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
    rewrite Rabs_mult, (Rabs_pos_eq (1 + a)) by lra.
    (* (1 + a) |1 - b| <= (w - 1)(1 + a b) *)
    assert (W1 : 1 <= w).
    { destruct (Rle_lt_dec 1 w) as [Z0|Z0]; [exact Z0|]. assert (w * w < 1 * 1) by (apply Rmult_le_0_lt_compat; lra).
      assert (w * y <= w * w) by (apply Rmult_le_compat_l; lra). lra. }
    destruct (Rle_lt_dec b 1) as [L|L].
    + rewrite Rabs_pos_eq by lra.
      (* 1 + a <= w (1 + a b), as w b >= 1 *)
      assert (V : 1 <= w * b) by (rewrite <- I; apply Rmult_le_compat_l; lra).
      assert (V2 : (w - 1) * b >= 1 - b) by lra.
      assert (a * (1 - b) <= a * ((w - 1) * b)) by (apply Rmult_le_compat_l; lra).
      assert (1 - b <= w - 1).
      { assert ((w - 1) * b <= (w - 1) * 1) by (apply Rmult_le_compat_l; lra). lra. } lra.
    + rewrite Rabs_left by lra.
      assert (A : (b - 1) * (1 + a) <= (w - 1) * (1 + a)) by (apply Rmult_le_compat_r; lra).
      assert (C : (w - 1) * (1 + a) <= (w - 1) * (1 + a * b)).
      { apply Rmult_le_compat_l; [lra|]. assert (a * 1 <= a * b) by (apply Rmult_le_compat_l; lra). lra. } lra.
  - assert (M : forall u v, u <= v -> 0 < L_rsigmoid u <= L_rsigmoid v).
    { intros u v H. unfold L_rsigmoid. assert (A := exp_pos (- u)). assert (B := exp_pos (- v)).
      assert (C := exp_monotone (- v) (- u) ltac:(lra)). unfold Rdiv. rewrite !Rmult_1_l. split.
      - apply Rinv_0_lt_compat. lra.
      - apply Rinv_le_contravar; lra. }
    apply Rabs_le_inv in D. assert (A := M (x + delta) (x + d) ltac:(lra)). assert (B := M x (x + d) ltac:(lra)).
    apply Rabs_le. lra.
Qed.

(* the exponential in it off by a factor e^tau: a score off by tau *)
Lemma sigmoid_of_exponential : forall x tau, 1 / (1 + exp (- x) * exp tau) = L_rsigmoid (x - tau) /\
  exp x * exp tau / (1 + exp x * exp tau) = L_rsigmoid (x + tau).
Proof.
  intros x tau. unfold L_rsigmoid. rewrite <- !exp_plus. split.
  - do 3 f_equal. ring.
  - rewrite exp_Ropp. assert (P := exp_pos (x + tau)). field. lra.
Qed.

(* ---- softpick ---- *)

Lemma exponential_moves : forall x tau l, Rabs tau <= l -> Rabs (exp (x + tau) - exp x) <= exp x * (exp l - 1).
Proof.
  intros x tau l H. destruct (abs_exponent _ _ H) as (A & _). assert (P := exp_pos x).
  replace (exp (x + tau) - exp x) with (exp x * (exp tau - 1)) by (rewrite exp_plus; ring).
  rewrite Rabs_mult, (Rabs_pos_eq (exp x)) by lra. apply Rmult_le_compat_l; lra.
Qed.

Lemma difference_within : forall x m tau sigma l k u t y, Rabs tau <= l -> Rabs sigma <= k -> 0 <= u ->
  near_rounded u t (exp (x + tau) - exp (m + sigma)) y ->
  Rabs (y - (exp x - exp m)) <= (exp x * (exp l - 1) + exp m * (exp k - 1))
    + u * (Rabs (exp x - exp m) + (exp x * (exp l - 1) + exp m * (exp k - 1))) + t.
Proof.
  intros x m tau sigma l k u t y T S U N. unfold near_rounded in N.
  assert (A := exponential_moves x tau l T). assert (B := exponential_moves m sigma k S).
  set (e := exp x * (exp l - 1) + exp m * (exp k - 1)) in *.
  assert (C : Rabs (exp (x + tau) - exp (m + sigma) - (exp x - exp m)) <= e).
  { replace (exp (x + tau) - exp (m + sigma) - (exp x - exp m)) with ((exp (x + tau) - exp x) +
      - (exp (m + sigma) - exp m)) by ring.
    eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_Ropp. unfold e. lra. }
  replace (y - (exp x - exp m)) with ((y - (exp (x + tau) - exp (m + sigma))) +
    (exp (x + tau) - exp (m + sigma) - (exp x - exp m))) by ring.
  eapply Rle_trans; [apply Rabs_triang|].
  assert (V : Rabs (exp (x + tau) - exp (m + sigma)) <= Rabs (exp x - exp m) + e).
  { replace (exp (x + tau) - exp (m + sigma)) with ((exp x - exp m) + (exp (x + tau) - exp (m + sigma) -
      (exp x - exp m))) by ring.
    eapply Rle_trans; [apply Rabs_triang|]. lra. }
  assert (u * Rabs (exp (x + tau) - exp (m + sigma)) <= u * (Rabs (exp x - exp m) + e))
    by (apply Rmult_le_compat_l; assumption). lra.
Qed.

Lemma positive_part_contracts : forall x y, Rabs (Rmax 0 x - Rmax 0 y) <= Rabs (x - y).
Proof. intros x y. unfold Rmax. destruct (Rle_dec 0 x), (Rle_dec 0 y); unfold Rabs; repeat (destruct (Rcase_abs _));
    lra. Qed.

(* ---- power softmax ---- *)

Lemma ln_between : forall y a b, 0 < y -> - a <= ln y -> ln y <= b -> Rabs (ln y) <= Rmax a b.
Proof. intros y a b P A B. assert (M := Rmax_l a b). assert (N := Rmax_r a b). apply Rabs_le. lra. Qed.

Lemma ln_monotone : forall x y, 0 < x -> x <= y -> ln x <= ln y.
Proof. intros x y P [L|E]; [left; apply ln_increasing; assumption|rewrite E; lra]. Qed.

(* the root of a sum of weights pi_i e^{p delta_i}, which was 1: off by a mean of the errors, and by no more than their
   largest *)
Lemma root_within : forall n (pi delta err : A_seq) p growth loss top, 0 < p ->
  (forall i, key n i -> 0 <= pi i /\ Rabs (delta i) <= err i /\ err i <= top) -> sum_below pi n = 1 ->
  sum_below (fun i => pi i * (exp (p * err i) - 1)) n = growth -> sum_below (fun i => pi i * (1 - exp (- (p * err i))))
    n = loss -> loss < 1 ->
  Rabs (ln (sum_below (fun i => pi i * exp (p * delta i)) n) / p) <= Rmin
    (Rmax (- ln (1 - loss) / p) (ln (1 + growth) / p)) top.
Proof.
  intros n pi delta err p growth loss top P H one G L B.
  set (s := sum_below (fun i => pi i * exp (p * delta i)) n).
  assert (bounds : forall i, key n i -> exp (- (p * err i)) <= exp (p * delta i) <= exp (p * err i) /\
    exp (- (p * top)) <= exp (p * delta i) <= exp (p * top)).
  { intros i I. destruct (H i I) as (_ & D & T). apply Rabs_le_inv in D.
    assert (p * delta i <= p * err i) by (apply Rmult_le_compat_l; lra).
    assert (p * (- err i) <= p * delta i) by (apply Rmult_le_compat_l; lra).
    assert (p * err i <= p * top) by (apply Rmult_le_compat_l; lra).
    repeat split; apply exp_monotone; lra. }
  assert (S1 : 1 - loss <= s).
  { replace (1 - loss) with (sum_below pi n - sum_below (fun i => pi i * (1 - exp (- (p * err i)))) n)
      by (rewrite one, L; ring).
    unfold s. rewrite <- sum_minus. apply sum_monotone. intros i I.
    destruct (bounds i I) as ((A & _) & _). destruct (H i I) as (W & _).
    assert (pi i * exp (- (p * err i)) <= pi i * exp (p * delta i)) by (apply Rmult_le_compat_l; assumption). lra. }
  assert (S2 : s <= 1 + growth).
  { replace (1 + growth) with (sum_below pi n + sum_below (fun i => pi i * (exp (p * err i) - 1)) n)
      by (rewrite one, G; ring).
    unfold s. rewrite <- sum_plus. apply sum_monotone. intros i I.
    destruct (bounds i I) as ((_ & A) & _). destruct (H i I) as (W & _).
    assert (pi i * exp (p * delta i) <= pi i * exp (p * err i)) by (apply Rmult_le_compat_l; assumption). lra. }
  assert (S3 : exp (- (p * top)) <= s <= exp (p * top)).
  { replace (exp (- (p * top))) with (exp (- (p * top)) * sum_below pi n) by (rewrite one; ring).
    replace (exp (p * top)) with (exp (p * top) * sum_below pi n) by (rewrite one; ring).
    unfold s. rewrite <- !sum_factor. split; apply sum_monotone; intros i I; destruct (bounds i I) as (_ & (A & A'));
      destruct (H i I) as (W & _).
    - rewrite Rmult_comm. apply Rmult_le_compat_l; assumption.
    - rewrite (Rmult_comm (exp (p * top))). apply Rmult_le_compat_l; assumption. }
  assert (S0 : 0 < s) by lra.
  assert (IP : 0 < / p) by (apply Rinv_0_lt_compat, P).
  apply Rmin_glb.
  - assert (A := ln_monotone (1 - loss) s ltac:(lra) S1). assert (C := ln_monotone _ _ S0 S2).
    assert (M1 := Rmax_l (- ln (1 - loss) / p) (ln (1 + growth) / p)).
    assert (M2 := Rmax_r (- ln (1 - loss) / p) (ln (1 + growth) / p)).
    assert (A' : ln (1 - loss) * / p <= ln s * / p) by (apply Rmult_le_compat_r; lra).
    assert (C' : ln s * / p <= ln (1 + growth) * / p) by (apply Rmult_le_compat_r; lra).
    unfold Rdiv in *. apply Rabs_le. lra.
  - assert (A := ln_monotone _ _ (exp_pos _) (proj1 S3)). assert (C := ln_monotone _ _ S0 (proj2 S3)).
    rewrite ln_exp in A, C.
    apply Rabs_le. unfold Rdiv. split.
    + apply Rmult_le_reg_r with p; [exact P|]. rewrite Rmult_assoc, Rinv_l by lra. lra.
    + apply Rmult_le_reg_r with p; [exact P|]. rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.

(* ---- clipped softmax ---- *)

Lemma clip_contracts : forall x y, Rabs (Rmin 1 (Rmax 0 x) - Rmin 1 (Rmax 0 y)) <= Rmin (Rabs (x - y)) 1.
Proof.
  intros x y. apply Rmin_glb; unfold Rmin, Rmax; destruct (Rle_dec 0 x), (Rle_dec 0 y);
    repeat (match goal with |- context [Rle_dec ?a ?b] => destruct (Rle_dec a b) end); unfold Rabs;
      repeat (destruct (Rcase_abs _)); lra.
Qed.

Lemma clip_settled : forall x e y, Rabs (y - x) <= e -> (x + e < 0 \/ x - e > 1) ->
  Rmin 1 (Rmax 0 y) = Rmin 1 (Rmax 0 x).
Proof.
  intros x e y H C. apply Rabs_le_inv in H. unfold Rmin, Rmax.
  destruct (Rle_dec 0 x), (Rle_dec 0 y); repeat (match goal with |- context [Rle_dec ?a ?b] =>
    destruct (Rle_dec a b) end); lra.
Qed.

(* ---- what follows the mean ---- *)

Lemma gated_within : forall y b o s g f, Rabs (y - o) <= b -> 0 <= s -> Rabs (g - s) <= f * s -> 0 <= f ->
  Rabs (y * g - o * s) <= s * b + f * s * (Rabs o + b).
Proof.
  intros y b o s g f Y S G F. replace (y * g - o * s) with ((y - o) * s + y * (g - s)) by ring.
  eapply Rle_trans; [apply Rabs_triang|]. rewrite !Rabs_mult, (Rabs_pos_eq s) by exact S.
  assert (V : Rabs y <= Rabs o + b).
  { replace y with (o + (y - o)) at 1 by ring. eapply Rle_trans; [apply Rabs_triang|]. lra. }
  assert (Rabs (y - o) * s <= b * s) by (apply Rmult_le_compat_r; assumption).
  assert (Rabs y * Rabs (g - s) <= (Rabs o + b) * (f * s)) by (apply Rmult_le_compat; try apply Rabs_pos; assumption).
  lra.
Qed.
