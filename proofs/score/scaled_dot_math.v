(* scaled_dot_math.v - why the radius of a score suffices: the error of its product and of the scale by the norms, and
   one rounding more. *)
From Coq Require Import Reals ZArith Lia Lra.
From Plumbline.number Require Import exp_rounded upward_math sum_math.
Open Scope R_scope.

(* the Cauchy-Schwarz inequality *)
Lemma dotted_size : forall n exact xx yy p q total part,
  dotted n n exact xx yy total part -> 0 <= p -> 0 <= q -> xx <= p * p -> yy <= q * q -> Rabs exact <= p * q.
Proof.
  intros n e xx yy p q t part (_ & X & Y & size & S & B) P Q XP YQ.
  destruct B as [(B & _)|(_ & _ & _ & A & _)]; [lia|].
  eapply Rle_trans; [exact A|]. exact (root_below _ _ _ _ _ P Q X Y XP YQ S).
Qed.

(* s and x from their computed values, before the product of these is rounded *)
Lemma product_moved : forall s x m t r b d, Rabs (s - m) <= r -> Rabs x <= b -> Rabs (x - t) <= d ->
  Rabs (s * x - m * t) <= Rabs m * d + r * b.
Proof.
  intros s x m t r b d S X D. replace (s * x - m * t) with (m * (x - t) + (s - m) * x) by ring.
  eapply Rle_trans; [apply Rabs_triang|]. rewrite !Rabs_mult.
  apply Rplus_le_compat; [apply Rmult_le_compat_l; [apply Rabs_pos|exact D]|].
  apply Rmult_le_compat; try apply Rabs_pos; assumption.
Qed.

Definition slack : R := 16777217 / 151115727451828646838272.   (* (1 + 2^-24) 2^-53 *)

(* Two fused operations lose less than the slack of their factors; `moved` is what the middle is off before it is
   rounded, z by the norms and w by what underflows. *)
Lemma fused_widened : forall exact x z w a f, 0 <= z -> 0 <= w -> Rabs (exact - x) <= z + w ->
  z * (1 + 4 * u) <= a -> w * (1 + 4 * u) + least / 2 <= f ->
  Rabs (exact - rnd x) <= rnd (a + rnd (Rabs (rnd x) * slack + f)).
Proof.
  intros exact x z w a f Z W M A F. set (m := rnd x).
  assert (E := rnd_near x). fold m in E. set (e := Rabs (m - x)) in *.
  assert (M0 := Rabs_pos m). assert (E0 : 0 <= e) by apply Rabs_pos.
  assert (T : Rabs (exact - m) <= z + w + e).
  { replace (exact - m) with ((exact - x) + - (m - x)) by ring.
    eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_Ropp. unfold e. lra. }
  assert (X : Rabs x <= Rabs m + e).
  { replace x with (m + - (m - x)) at 1 by ring. eapply Rle_trans; [apply Rabs_triang|].
    rewrite Rabs_Ropp. unfold e. lra. }
  assert (L := least_h). assert (H := h_positive).
  assert (P : 0 < least) by (clear - L H; lra).
  assert (I0 : 0 <= Rabs m * slack + f).
  { clear - M0 W F P. unfold slack, u in *. lra. }
  assert (I := rnd_low _ I0). assert (I1 := rnd_nonnegative _ I0). set (i := rnd (Rabs m * slack + f)) in *.
  assert (O0 : 0 <= a + i) by (clear - Z A I1; unfold u in *; lra).
  assert (O := rnd_low _ O0). set (o := rnd (a + i)) in *.
  clearbody o i. generalize dependent (Rabs m). generalize dependent (Rabs x). clearbody e.
  unfold slack, u in *. intros. generalize dependent least. generalize dependent h. intros. lra.
Qed.

Lemma scaled_dot_near : forall n exact xx yy total part p q s m r, (0 <= n <= 1073741824)%Z ->
  dotted n n exact xx yy total part -> 0 <= p -> 0 <= q -> xx <= p * p -> yy <= q * q -> Rabs (s - m) <= r ->
  Rabs (s * exact - rnd (m * total)) <= rnd (
    upward (rnd (upward (rnd (upward (rnd (roundings (depth 16 n) * Rabs m)) + r)) * p)) * q +
    rnd (Rabs (rnd (m * total)) * slack + upward (rnd (Rabs m * least)))).
Proof.
  intros n e xx yy t part p q s m r N D P Q XP YQ S.
  assert (X := dotted_size _ _ _ _ _ _ _ _ D P Q XP YQ).
  destruct (dotted_within _ _ _ _ _ _ _ _ N D P Q XP YQ) as (G0 & E).
  assert (M := product_moved _ _ _ _ _ _ _ S X E). clear D.
  set (g := roundings _) in *. clearbody g.
  assert (R0 : 0 <= r) by (assert (T := Rabs_pos (s - m)); lra).
  assert (M0 := Rabs_pos m). set (k := Rabs m) in *. clearbody k.
  assert (GK : 0 <= g * k) by (apply Rmult_le_pos; assumption).
  assert (U1 := up_bounds _ GK). set (a1 := upward (rnd (g * k))) in *. clearbody a1.
  assert (A0 : 0 <= a1 + r) by lra.
  assert (U2 := up_bounds _ A0). set (a2 := upward (rnd (a1 + r))) in *. clearbody a2.
  assert (AP : 0 <= a2 * p) by (apply Rmult_le_pos; lra).
  assert (U3 := up_strong _ AP). set (a := upward (rnd (a2 * p))) in *. clearbody a.
  assert (L : 0 < least) by (assert (H := least_h); assert (H0 := h_positive); lra).
  assert (KL : 0 <= k * least) by (apply Rmult_le_pos; lra).
  assert (U4 := up_strong _ KL). set (f := upward (rnd (k * least))) in *. clearbody f.
  assert (PQ : 0 <= p * q) by (apply Rmult_le_pos; assumption).
  apply fused_widened with (z := (g * k + r) * (p * q)) (w := k * least).
  - apply Rmult_le_pos; lra.
  - exact KL.
  - eapply Rle_trans; [exact M|]. lra.
  - replace ((g * k + r) * (p * q) * (1 + 4 * u)) with ((g * k + r) * p * (1 + 4 * u) * q) by ring.
    apply Rmult_le_compat_r; [exact Q|].
    assert (T : (g * k + r) * p <= a2 * p) by (apply Rmult_le_compat_r; lra).
    set (y := (g * k + r) * p) in *. set (v := a2 * p) in *. clearbody y v. unfold u in *. lra.
  - exact U4.
Qed.
