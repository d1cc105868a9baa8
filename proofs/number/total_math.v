(* total_math.v - the sum of balls in eight strides: the terms of each stride one after the other, then the
   strides' sums.  Two sums are computed, of the middles and of the widths: a term's width is its radius
   and gamma times its middle, where gamma is more than all roundings together can change a term by. *)
From Coq Require Import Reals ZArith Lia Lra Psatz.
From Flocq Require Import Core.
Require Import BuiltIn.
From Plumbline.model Require Import sequence.
From Plumbline.number Require Import exp_rounded upward_math ball_math sum_math sequence_math.
Open Scope R_scope.

(* ---- what the two computed sums say of an exact one, whatever was added to what ---- *)
Definition spanned (gamma exact : R) (depth operations : Z) (sum spread : R) : Prop :=
  0 <= spread /\ exists middle size width,
  summed depth operations middle size sum /\ summed (depth + 2) (3 * operations) width width spread /\
  Rabs (exact - middle) + gamma * size <= width.

Lemma spanned_nothing : forall gamma, spanned gamma 0 0 0 0 0.
Proof.
  intro gamma. split; [lra|]. exists 0, 0, 0. split; [exact summed_nothing|]. split.
  - apply (summed_deeper 0 _ 0 _); [lia|lia|exact summed_nothing].
  - rewrite Rminus_0_r, Rabs_R0. lra.
Qed.

Lemma spanned_deeper : forall gamma x d e k l s w, (d <= e)%Z -> (k <= l)%Z ->
  spanned gamma x d k s w -> spanned gamma x e l s w.
Proof.
  intros gamma x d e k l s w D K (P & m & a & b & S & W & E). split; [exact P|]. exists m, a, b.
  split; [|split; [|exact E]].
  - revert S. apply summed_deeper; assumption.
  - revert W. apply summed_deeper; lia.
Qed.

Lemma spanned_join : forall gamma x y d e k l s t v w,
  spanned gamma x d k s v -> spanned gamma y e l t w ->
  spanned gamma (x + y) (Z.max d e + 1) (k + l + 1) (rnd (s + t)) (rnd (v + w)).
Proof.
  intros gamma x y d e k l s t v w (P & m & a & b & S & V & E) (Q & n & c & f & T & W & F).
  split; [apply rnd_nonnegative; lra|]. exists (m + n), (a + c), (b + f). split; [|split].
  - exact (summed_join _ _ _ _ _ _ _ _ _ _ S T).
  - assert (J := summed_join _ _ _ _ _ _ _ _ _ _ V W). revert J. apply summed_deeper; lia.
  - replace (x + y - (m + n)) with ((x - m) + (y - n)) by ring.
    assert (R := Rabs_triang (x - m) (y - n)). lra.
Qed.

(* one ball, and the roundings of its width *)
Lemma spanned_ball : forall gamma x mid rad, 0 <= gamma -> Rabs (x - mid) <= rad ->
  spanned gamma x 0 1 mid (rnd (rad + rnd (gamma * Rabs mid))).
Proof.
  intros gamma x mid rad G X. assert (R := near_radius _ _ _ X). assert (M := Rabs_pos mid).
  assert (P : 0 <= gamma * Rabs mid) by (apply Rmult_le_pos; assumption).
  assert (Q := rnd_nonnegative _ P). split; [apply rnd_nonnegative; lra|].
  exists mid, (Rabs mid), (rad + gamma * Rabs mid). split; [|split; [|lra]].
  - apply (summed_deeper 0 _ 0 _); [lia|lia|apply summed_exact].
  - assert (A := summed_exact rad). rewrite (Rabs_pos_eq rad R) in A.
    assert (B := summed_product gamma (Rabs mid)). rewrite (Rabs_pos_eq _ P) in B.
    assert (J := summed_join _ _ _ _ _ _ _ _ _ _ A B). revert J. apply summed_deeper; lia.
Qed.

Lemma spanned_next : forall gamma x y d k s w mid rad, 0 <= gamma -> (0 <= d)%Z ->
  spanned gamma x d k s w -> Rabs (y - mid) <= rad ->
  spanned gamma (x + y) (d + 1) (k + 2) (rnd (s + mid)) (rnd (w + rnd (rad + rnd (gamma * Rabs mid)))).
Proof.
  intros gamma x y d k s w mid rad G D S Y.
  assert (J := spanned_join _ _ _ _ _ _ _ _ _ _ _ S (spanned_ball _ _ _ _ G Y)).
  revert J. apply spanned_deeper; lia.
Qed.

(* The width bounds the error of the sum of the middles, and the computed width nearly the width. *)
Lemma spanned_near : forall gamma x d k s w, (0 <= d <= 268435456)%Z -> (k <= 4294967296)%Z ->
  grown d - 1 <= gamma -> spanned gamma x d k s w -> Rabs (x - s) <= upward (rnd (w * (65537 / 65536))).
Proof.
  intros gamma x d k s w D K G (P & m & a & b & (_ & K0 & A & E) & (_ & _ & B & F) & T).
  assert (A0 : 0 <= a) by (eapply Rle_trans; [apply Rabs_pos|exact A]).
  assert (B0 : 0 <= b) by (eapply Rle_trans; [apply Rabs_pos|exact B]).
  assert (G1 := grown_least (d + 2)). assert (G2 := grown_monotone d (d + 2) ltac:(lia)).
  destruct (grown_few (d + 2) ltac:(lia)) as [_ G3]. set (g := grown (d + 2)) in *.
  assert (G4 := grown_least d). set (c := grown d) in *. clearbody g c.
  assert (U0 : 0 <= w * (65537 / 65536)) by lra.
  assert (U := up_strong _ U0). assert (U1 := u_small). assert (U2 : 0 <= w * u) by (apply Rmult_le_pos; lra).
  set (r := upward _) in *. clearbody r.
  assert (H := h_positive). assert (L := least_h).
  apply IZR_le in K0. apply IZR_le in K. rewrite mult_IZR in F. set (o := IZR k) in *. clearbody o.
  assert (O0 : 0 <= o * h) by (apply Rmult_le_pos; lra).
  assert (O1 : o * h <= 4294967296 * h) by (apply Rmult_le_compat_r; lra).
  assert (E1 : o * h * c <= o * h * 2) by (apply Rmult_le_compat_l; lra).
  assert (F1 : 3 * o * h * g <= 6 * (o * h)) by (replace (3 * o * h * g) with (3 * (o * h) * g) by ring; nra).
  assert (F2 : (g - 1) * b <= / 4194304 * b) by (apply Rmult_le_compat_r; lra).
  assert (E2 : (c - 1) * a <= gamma * a) by (apply Rmult_le_compat_r; lra).
  set (z := o * h) in *. clearbody z. apply Rabs_le_inv in F. clear U0.
  replace (x - s) with ((x - m) - (s - m)) by ring.
  assert (R : Rabs (x - m - (s - m)) <= Rabs (x - m) + Rabs (s - m)).
  { unfold Rminus at 1. eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_Ropp. lra. }
  eapply Rle_trans; [exact R|]. generalize dependent least. generalize dependent h. intros. lra.
Qed.

(* ---- the strides of a sum: every eighth term ---- *)
Definition term (w : A_seq) (m : A_subset) (i : Z) : R := if m i then w i else 0.
Definition stride_term (w : A_seq) (m : A_subset) (lane i : Z) : R := if (i mod 8 =? lane)%Z then term w m i else 0.
Definition strides_term (w : A_seq) (m : A_subset) (lanes i : Z) : R := if (i mod 8 <? lanes)%Z then term w m i else 0.
Definition stride_depth (n : Z) : Z := (n / 8 + 1)%Z.

Definition strided (w : A_seq) (m : A_subset) (n lane j : Z) (sum spread : R) : Prop :=
  (0 <= n)%Z /\ (0 <= lane < 8)%Z /\ exists steps, (0 <= steps)%Z /\ j = (lane + 8 * steps)%Z /\
  spanned (roundings (n / 8 + 9)) (sum_below (stride_term w m lane) j) steps (2 * steps) sum spread.
Definition stride_summed (w : A_seq) (m : A_subset) (n lane : Z) (sum spread : R) : Prop :=
  (0 <= n)%Z /\ (0 <= lane < 8)%Z /\
  spanned (roundings (n / 8 + 9)) (sum_below (stride_term w m lane) n) (stride_depth n) (2 * stride_depth n) sum spread.
Definition strides_summed (w : A_seq) (m : A_subset) (n lanes : Z) (sum spread : R) : Prop :=
  (0 <= n)%Z /\ (0 <= lanes)%Z /\
  spanned (roundings (n / 8 + 9)) (sum_below (strides_term w m lanes) n) (stride_depth n + lanes)
    (lanes * (2 * stride_depth n + 1)) sum spread.

Lemma stride_roundings_nonnegative : forall n, (0 <= n)%Z -> 0 <= roundings (n / 8 + 9).
Proof. intros n N. apply roundings_nonnegative. assert (0 <= n / 8)%Z by (apply Z.div_pos; lia). lia. Qed.

(* terms that vanish add nothing *)
Lemma sum_vanishing : forall f a count, (0 <= a)%Z -> (0 <= count)%Z ->
  (forall i, (a <= i < a + count)%Z -> f i = 0) -> sum_below f (a + count) = sum_below f a.
Proof.
  intros f a count A. revert count.
  apply (natlike_ind (fun count => (forall i, (a <= i < a + count)%Z -> f i = 0) ->
    sum_below f (a + count) = sum_below f a)).
  - intros _. rewrite Z.add_0_r. reflexivity.
  - intros k K IH V. replace (a + Z.succ k)%Z with (1 + (a + k))%Z by lia. rewrite sum_below_next by lia.
    rewrite IH by (intros i I; apply V; lia). rewrite (V (a + k)%Z) by lia. ring.
Qed.

Lemma sum_added : forall f g e n, (0 <= n)%Z -> (forall i, (0 <= i)%Z -> e i = f i + g i) ->
  sum_below e n = sum_below f n + sum_below g n.
Proof.
  intros f g e n N H. unfold sum_below. induction (Z.to_nat n) as [|k IH]; simpl; [ring|].
  rewrite IH, H by lia. ring.
Qed.

Lemma other_lane : forall w m lane i, (i mod 8 <> lane)%Z -> stride_term w m lane i = 0.
Proof. intros w m lane i H. unfold stride_term. apply Z.eqb_neq in H. rewrite H. reflexivity. Qed.

Lemma own_lane : forall w m lane steps, (0 <= lane < 8)%Z ->
  stride_term w m lane (lane + 8 * steps) = term w m (lane + 8 * steps).
Proof.
  intros w m lane steps L. unfold stride_term. replace ((lane + 8 * steps) mod 8)%Z with lane.
  - rewrite Z.eqb_refl. reflexivity.
  - rewrite (Z.mul_comm 8), Z_mod_plus_full, Z.mod_small by lia. reflexivity.
Qed.

(* between two terms of a stride lie none of it *)
Lemma lane_apart : forall lane steps i, (0 <= lane < 8)%Z -> (lane + 8 * steps < i < lane + 8 * (steps + 1))%Z ->
  (i mod 8 <> lane)%Z.
Proof. intros lane steps i L I E. assert (D := Z.div_mod i 8 ltac:(lia)). lia. Qed.

Lemma stride_sum_next : forall w m lane steps, (0 <= lane < 8)%Z -> (0 <= steps)%Z ->
  sum_below (stride_term w m lane) (lane + 8 * (steps + 1)) =
  sum_below (stride_term w m lane) (lane + 8 * steps) + term w m (lane + 8 * steps).
Proof.
  intros w m lane steps L S.
  replace (lane + 8 * (steps + 1))%Z with (1 + (lane + 8 * steps) + 7)%Z by ring.
  rewrite sum_vanishing; try lia.
  - rewrite sum_below_next by lia. rewrite own_lane by exact L. reflexivity.
  - intros i I. apply other_lane, (lane_apart lane steps); lia.
Qed.

(* ---- the loops ---- *)
Lemma stride_none : forall w m n lane, (0 <= n)%Z -> (0 <= lane < 8)%Z -> strided w m n lane lane 0 0.
Proof.
  intros w m n lane N L. split; [exact N|]. split; [exact L|]. exists 0%Z. split; [lia|]. split; [lia|].
  replace (sum_below (stride_term w m lane) lane) with 0; [exact (spanned_nothing _)|].
  replace lane with (0 + lane)%Z at 2 by ring. rewrite sum_vanishing; try lia; [reflexivity|].
  intros i I. apply other_lane. rewrite Z.mod_small by lia. lia.
Qed.

Lemma stride_next : forall w m n lane j s e mid rad, P_among m j -> strided w m n lane j s e ->
  Rabs (w j - mid) <= rad ->
  strided w m n lane (j + 8) (rnd (s + mid)) (rnd (e + rnd (rad + rnd (roundings (n / 8 + 9) * Rabs mid)))).
Proof.
  intros w m n lane j s e mid rad A (N & L & t & T & J & S) X. split; [exact N|]. split; [exact L|].
  exists (t + 1)%Z. split; [lia|]. split; [lia|].
  replace (j + 8)%Z with (lane + 8 * (t + 1))%Z by lia. rewrite stride_sum_next by assumption. rewrite <- J.
  replace (term w m j) with (w j) by (unfold term; rewrite (among_true _ _ A); reflexivity).
  replace (2 * (t + 1))%Z with (2 * t + 2)%Z by ring.
  apply spanned_next; try assumption. apply stride_roundings_nonnegative, N.
Qed.

Lemma stride_skip : forall w m n lane j s e, ~ P_among m j -> strided w m n lane j s e -> strided w m n lane (j + 8) s e.
Proof.
  intros w m n lane j s e A (N & L & t & T & J & S). split; [exact N|]. split; [exact L|].
  exists (t + 1)%Z. split; [lia|]. split; [lia|].
  replace (j + 8)%Z with (lane + 8 * (t + 1))%Z by lia. rewrite stride_sum_next by assumption. rewrite <- J.
  replace (term w m j) with 0 by (unfold term; rewrite (among_false _ _ A); reflexivity). rewrite Rplus_0_r.
  revert S. apply spanned_deeper; lia.
Qed.

Lemma stride_end : forall w m n lane j s e, (n <= j < n + 8)%Z -> strided w m n lane j s e ->
  stride_summed w m n lane s e.
Proof.
  intros w m n lane j s e J (N & L & t & T & E & S). split; [exact N|]. split; [exact L|].
  assert (D := Z.div_mod n 8 ltac:(lia)). assert (M := Z.mod_pos_bound n 8 ltac:(lia)).
  replace (sum_below (stride_term w m lane) n) with (sum_below (stride_term w m lane) j).
  - revert S. unfold stride_depth. apply spanned_deeper; lia.
  - replace j with (n + (j - n))%Z at 1 by ring. apply sum_vanishing; try lia.
    intros i I. apply other_lane. intro H. assert (F := Z.div_mod i 8 ltac:(lia)). lia.
Qed.

Lemma strides_none : forall w m n, (0 <= n)%Z -> strides_summed w m n 0 0 0.
Proof.
  intros w m n N. split; [exact N|]. split; [lia|].
  assert (D : (0 <= n / 8)%Z) by (apply Z.div_pos; lia).
  replace (sum_below (strides_term w m 0) n) with 0.
  - apply (spanned_deeper _ _ 0 _ 0); [unfold stride_depth; lia|lia|exact (spanned_nothing _)].
  - replace n with (0 + n)%Z by ring. rewrite sum_vanishing; try lia; [reflexivity|].
    intros i I. unfold strides_term. assert (M := Z.mod_pos_bound i 8 ltac:(lia)).
    destruct (Z.ltb_spec (i mod 8) 0); [lia|reflexivity].
Qed.

Lemma strides_next : forall w m n lane s e part width, strides_summed w m n lane s e ->
  stride_summed w m n lane part width -> strides_summed w m n (lane + 1) (rnd (s + part)) (rnd (e + width)).
Proof.
  intros w m n lane s e part width (N & L & S) (_ & _ & P). split; [exact N|]. split; [lia|].
  rewrite (sum_added (strides_term w m lane) (stride_term w m lane)); [|exact N|].
  - assert (J := spanned_join _ _ _ _ _ _ _ _ _ _ _ S P). revert J. apply spanned_deeper; unfold stride_depth; lia.
  - intros i I. unfold strides_term, stride_term.
    destruct (Z.ltb_spec (i mod 8) (lane + 1)); destruct (Z.ltb_spec (i mod 8) lane);
      destruct (Z.eqb_spec (i mod 8) lane); try lia; ring.
Qed.

Lemma strides_near : forall w m n s e, (n <= 1073741824)%Z -> strides_summed w m n 8 s e ->
  Rabs (sum_below (term w m) n - s) <= upward (rnd (e * (65537 / 65536))).
Proof.
  intros w m n s e N (N0 & _ & S).
  assert (D0 : (0 <= n / 8)%Z) by (apply Z.div_pos; lia).
  assert (D1 : (n / 8 <= 134217728)%Z) by (apply Z.div_le_upper_bound; lia).
  replace (sum_below (term w m) n) with (sum_below (strides_term w m 8) n).
  - revert S. unfold stride_depth. replace (n / 8 + 1 + 8)%Z with (n / 8 + 9)%Z by ring.
    apply spanned_near; [lia|lia|]. apply roundings_enough. lia.
  - unfold sum_below. generalize (Z.to_nat n). clear. intro k.
    induction k as [|k IH]; [reflexivity|]. simpl. rewrite IH. f_equal. unfold strides_term.
    assert (M := Z.mod_pos_bound (Z.of_nat k) 8 ltac:(lia)).
    destruct (Z.ltb_spec (Z.of_nat k mod 8) 8); [reflexivity|lia].
Qed.
