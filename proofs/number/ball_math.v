(* ball_math.v - why the radii of spec/number/ball.h suffice. *)
From Coq Require Import Reals ZArith Lra Psatz.
From Flocq Require Import Core Relative Plus_error.
From Plumbline.number Require Import exp_rounded exp_rounding upward_math.
Open Scope R_scope.

Lemma near_radius : forall x a r, Rabs (x - a) <= r -> 0 <= r.
Proof. intros x a r H. assert (P := Rabs_pos (x - a)). lra. Qed.

(* what a computed sum of two non-negative bounds covers *)
Lemma sum_up_covers : forall a b r s, 0 <= a -> 0 <= b -> a <= r -> b <= s -> a + b <= upward (rnd (r + s)).
Proof. intros. eapply Rle_trans; [|apply up_bounds; lra]. lra. Qed.

Lemma product_up_covers : forall a b r s, 0 <= a -> 0 <= b -> a <= r -> b <= s -> a * b <= upward (rnd (r * s)).
Proof.
  intros a b r s A B R S. eapply Rle_trans; [|apply up_bounds, Rmult_le_pos; lra].
  apply Rmult_le_compat; assumption.
Qed.

Lemma rounded_near : forall exact x d r, Rabs (exact - x) <= d -> d <= r ->
  Rabs (exact - rnd x) <= upward (rnd (r + one_rounding (rnd x))).
Proof.
  intros exact x d r D R. assert (N := near_radius _ _ _ D).
  replace (exact - rnd x) with ((exact - x) - (rnd x - x)) by ring.
  eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_Ropp.
  eapply Rle_trans; [|apply (sum_up_covers (Rabs (exact - x)) (Rabs (rnd x - x)) r)]; try apply Rabs_pos; try lra.
  apply one_rounding_bounds.
Qed.

(* One widening for all: d, computed with four roundings as f, and the rounding of the middle. *)
Lemma rounded_widened : forall exact x d f, Rabs (exact - x) <= d -> 0 <= f -> d * (1 - 4 * u) - 1024 * h <= f ->
  Rabs (exact - rnd x) <= upward (rnd (f + rnd (Rabs (rnd x) * u))).
Proof.
  intros exact x d f D F R. assert (N := near_radius _ _ _ D).
  set (m := rnd x). assert (E := rnd_near x). fold m in E. set (e := Rabs (m - x)) in *.
  assert (M0 := Rabs_pos m). assert (E0 : 0 <= e) by apply Rabs_pos.
  assert (T : Rabs (exact - m) <= d + e).
  { replace (exact - m) with ((exact - x) + - (m - x)) by ring.
    eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_Ropp. unfold e. lra. }
  assert (X : Rabs x <= Rabs m + e).
  { replace x with (m + - (m - x)) at 1 by ring. eapply Rle_trans; [apply Rabs_triang|].
    rewrite Rabs_Ropp. unfold e. lra. }
  assert (K0 : 0 <= Rabs m * u) by (unfold u; lra).
  assert (K := rnd_low _ K0). assert (K1 := rnd_nonnegative _ K0). set (k := rnd (Rabs m * u)) in *.
  assert (S0 : 0 <= f + k) by lra.
  assert (S := rnd_low _ S0). assert (S1 := rnd_nonnegative _ S0).
  eapply Rle_trans; [exact T|]. apply five_roundings; [lra|exact S1|].
  assert (L0 := h_positive). unfold u in *. lra.
Qed.

Lemma radii_low : forall r s, 0 <= r -> 0 <= s -> 0 <= rnd (r + s) /\ (r + s) * (1 - 4 * u) - 1024 * h <= rnd (r + s).
Proof.
  intros r s R S. assert (P : 0 <= r + s) by lra. assert (L := rnd_low _ P). assert (L0 := h_positive).
  split; [apply rnd_nonnegative, P|unfold u in *; lra].
Qed.

Lemma sum_near : forall x y a b r s, Rabs (x - a) <= r -> Rabs (y - b) <= s ->
  Rabs (x + y - rnd (a + b)) <= upward (rnd (rnd (r + s) + rnd (Rabs (rnd (a + b)) * u))).
Proof.
  intros x y a b r s X Y. destruct (radii_low r s) as (F & R); eauto using near_radius.
  apply rounded_widened with (r + s); try assumption.
  replace (x + y - (a + b)) with ((x - a) + (y - b)) by ring.
  eapply Rle_trans; [apply Rabs_triang|lra].
Qed.

Lemma difference_near : forall x y a b r s, Rabs (x - a) <= r -> Rabs (y - b) <= s ->
  Rabs (x - y - rnd (a - b)) <= upward (rnd (rnd (r + s) + rnd (Rabs (rnd (a - b)) * u))).
Proof.
  intros x y a b r s X Y. destruct (radii_low r s) as (F & R); eauto using near_radius.
  apply rounded_widened with (r + s); try assumption.
  replace (x - y - (a - b)) with ((x - a) + - (y - b)) by ring.
  eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_Ropp. lra.
Qed.

(* A sum of binary64 numbers loses nothing among the subnormal numbers: what it loses may be multiplied. *)
Lemma rnd_sum_low : forall x y, rnd x = x -> rnd y = y -> 0 <= x + y -> (x + y) * (1 - u) <= rnd (x + y).
Proof.
  intros x y X Y P.
  assert (FX : generic_format radix2 (FLT_exp (-1074) 53) x) by (rewrite <- X; apply generic_format_round;
    auto with typeclass_instances).
  assert (FY : generic_format radix2 (FLT_exp (-1074) 53) y) by (rewrite <- Y; apply generic_format_round;
    auto with typeclass_instances).
  destruct (FLT_plus_error_N_ex radix2 (-1074) 53 (fun z => negb (Z.even z)) x y FX FY) as (eps & E & R).
  unfold rnd. rewrite R. rewrite (Rmult_comm _ (1 - u)), (Rmult_comm _ (1 + eps)).
  apply Rmult_le_compat_r; [exact P|].
  assert (B : u_ro radix2 53 / (1 + u_ro radix2 53) <= u) by (unfold u_ro, u; simpl; lra).
  apply Rabs_le_inv in E. lra.
Qed.

Lemma rnd_absolute : forall x, rnd x = x -> rnd (Rabs x) = Rabs x.
Proof.
  intros x X. apply round_generic; auto with typeclass_instances. apply generic_format_abs. rewrite <- X.
  apply generic_format_round; auto with typeclass_instances.
Qed.

Lemma product_near : forall x y a b r s, rnd a = a -> rnd r = r -> Rabs (x - a) <= r -> Rabs (y - b) <= s ->
  Rabs (x * y - rnd (a * b)) <=
  upward (rnd (rnd (rnd (r * Rabs b) + rnd (rnd (Rabs a + r) * s)) + rnd (Rabs (rnd (a * b)) * u))).
Proof.
  intros x y a b r s FA FR X Y. assert (R := near_radius _ _ _ X). assert (S := near_radius _ _ _ Y).
  assert (A := Rabs_pos a). assert (B := Rabs_pos b).
  assert (G : 0 <= r * Rabs b) by (apply Rmult_le_pos; assumption).
  assert (GL := rnd_low _ G). assert (G0 := rnd_nonnegative _ G).
  assert (W := rnd_sum_low _ _ (rnd_absolute _ FA) FR ltac:(lra)).
  assert (W0 := rnd_nonnegative (Rabs a + r) ltac:(lra)). set (w := rnd (Rabs a + r)) in *.
  assert (H : 0 <= w * s) by (apply Rmult_le_pos; assumption).
  assert (HL := rnd_low _ H). assert (H0 := rnd_nonnegative _ H).
  assert (V := Rmult_le_compat_r s _ _ S W).
  assert (Z : 0 <= (Rabs a + r) * s) by (apply Rmult_le_pos; lra).
  assert (T0 : 0 <= rnd (r * Rabs b) + rnd (w * s)) by lra.
  assert (T := rnd_low _ T0). assert (L0 := h_positive).
  apply rounded_widened with (r * Rabs b + (Rabs a + r) * s).
  - replace (x * y - a * b) with ((x - a) * b + (a + (x - a)) * (y - b)) by ring.
    eapply Rle_trans; [apply Rabs_triang|]. rewrite !Rabs_mult.
    apply Rplus_le_compat.
    + apply Rmult_le_compat_r; assumption.
    + apply Rmult_le_compat; try apply Rabs_pos; try assumption.
      eapply Rle_trans; [apply Rabs_triang|lra].
  - apply rnd_nonnegative. exact T0.
  - replace ((Rabs a + r) * (1 - u) * s) with ((Rabs a + r) * s * (1 - u)) in V by ring.
    set (z := (Rabs a + r) * s) in *. set (g := r * Rabs b) in *. set (v := w * s) in *.
    clearbody z g v. unfold u in *. lra.
Qed.

Lemma quotient_near : forall x y a b r s, Rabs (x - a) <= r -> Rabs (y - b) <= s ->
  0 < downward (rnd (Rabs b - s)) ->
  Rabs (x / y - rnd (a / b)) <=
  upward (rnd (upward (rnd (upward (rnd (r + upward (rnd (upward (rnd (Rabs (rnd (a / b)) + one_rounding (rnd (a / b))))
    * s))))
                    / downward (rnd (Rabs b - s)))) + one_rounding (rnd (a / b)))).
Proof.
  intros x y a b r s X Y L. assert (R := near_radius _ _ _ X). assert (S := near_radius _ _ _ Y).
  assert (D := down_bounds _ L). set (l := downward (rnd (Rabs b - s))) in *.
  assert (B : l + s <= Rabs b) by lra.
  assert (YL : l <= Rabs y).
  { assert (T : Rabs b <= Rabs y + Rabs (y - b)).
    { replace b with (y + - (y - b)) at 1 by ring. eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_Ropp. lra. }
    lra. }
  assert (NY : y <> 0). { intro Z. rewrite Z, Rabs_R0 in YL. lra. }
  assert (NB : b <> 0). { intro Z. rewrite Z, Rabs_R0 in B. lra. }
  set (q := a / b) in *.
  assert (Q : Rabs q <= upward (rnd (Rabs (rnd q) + one_rounding (rnd q)))).
  { replace q with (rnd q + - (rnd q - q)) at 1 by ring.
    eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_Ropp.
    apply sum_up_covers; try apply Rabs_pos; [lra|apply one_rounding_bounds]. }
  apply rounded_near with ((r + Rabs q * s) / l).
  - replace (x / y - q) with (((x - a) + - (q * (y - b))) / y) by (unfold q; field; split; assumption).
    unfold Rdiv. rewrite Rabs_mult, Rabs_inv.
    apply Rmult_le_compat.
    + apply Rabs_pos.
    + left. apply Rinv_0_lt_compat, Rabs_pos_lt, NY.
    + eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_Ropp, Rabs_mult.
      apply Rplus_le_compat; [exact X|]. apply Rmult_le_compat_l; [apply Rabs_pos|exact Y].
    + apply Rinv_le; assumption.
  - assert (QS : 0 <= Rabs q * s) by (apply Rmult_le_pos; [apply Rabs_pos|exact S]).
    assert (N : r + Rabs q * s <= upward (rnd (r + upward (rnd (upward (rnd (Rabs (rnd q) + one_rounding (rnd q))) *
      s))))).
    { apply sum_up_covers; try lra. apply product_up_covers; try apply Rabs_pos; lra. }
    eapply Rle_trans; [|apply up_bounds].
    { apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; exact L|exact N]. }
    apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; exact L].
Qed.

Lemma maximum_near : forall x y a b r, Rabs (x - a) <= r -> Rabs (y - b) <= r ->
  Rabs (Rmax x y - Rmax a b) <= r.
Proof.
  intros x y a b r X Y. apply Rabs_le_inv in X. apply Rabs_le_inv in Y. apply Rabs_le.
  unfold Rmax. destruct (Rle_dec x y); destruct (Rle_dec a b); lra.
Qed.

(* the candidate r of a square root, its square in the ball p, e *)
Lemma root_near : forall x r p e, 0 <= x -> 0 < r -> Rabs (r * r - p) <= e ->
  Rabs (sqrt x - r) <=
  upward (rnd (upward (rnd (upward (rnd (Rabs (rnd (x - p)) + one_rounding (rnd (x - p)))) + e)) / r)).
Proof.
  intros x r p e X R P. assert (E := near_radius _ _ _ P).
  assert (D : Rabs (x - p) <= upward (rnd (Rabs (rnd (x - p)) + one_rounding (rnd (x - p))))).
  { set (d := x - p). replace d with (rnd d + - (rnd d - d)) at 1 by ring.
    eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_Ropp.
    apply sum_up_covers; try apply Rabs_pos; [lra|apply one_rounding_bounds]. }
  set (d := upward (rnd (Rabs (rnd (x - p)) + one_rounding (rnd (x - p))))) in *.
  assert (D0 : 0 <= d) by (eapply Rle_trans; [apply Rabs_pos|exact D]).
  assert (N : d + e <= upward (rnd (d + e))) by (apply up_bounds; lra).
  assert (S := sqrt_pos x).
  assert (T : Rabs (x - r * r) <= d + e).
  { replace (x - r * r) with ((x - p) + - (r * r - p)) by ring.
    eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_Ropp. lra. }
  replace (sqrt x - r) with ((x - r * r) / (sqrt x + r)).
  2:{ assert (Q := sqrt_sqrt x X). rewrite <- Q at 1. field. lra. }
  eapply Rle_trans; [|apply up_bounds].
  - unfold Rdiv. rewrite Rabs_mult, Rabs_inv, (Rabs_pos_eq (sqrt x + r)) by lra.
    apply Rmult_le_compat; [apply Rabs_pos|left; apply Rinv_0_lt_compat; lra|lra|apply Rinv_le; lra].
  - apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; exact R].
Qed.
