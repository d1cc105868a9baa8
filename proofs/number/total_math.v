(* total_math.v - the sum of balls in eight strides: the terms of each stride one after the other, then the
   strides' sums.  Two sums are computed, of the middles and of the widths: with each term its radius and what
   its addition rounds off, which is at most the sum's rounding, and nothing where 0 is added. *)
From Coq Require Import Reals ZArith Lia Lra Psatz.
From Flocq Require Import Core.
Require Import BuiltIn.
From Plumbline.model Require Import sequence.
From Plumbline.number Require Import exp_rounded upward_math ball_math sum_math sequence_math.
Open Scope R_scope.

(* ---- what the two computed sums say of an exact one, whatever was added to what ---- *)
Definition spanned (exact : R) (depth operations : Z) (sum spread : R) : Prop :=
  0 <= spread /\ exists width, summed depth operations width width spread /\
  Rabs (exact - sum) <= (1 + 2 * u) * width + 2 * IZR operations * h.

Definition widens (mid rad sum spread new_sum new_spread : R) : Prop :=
  new_sum = rnd (sum + mid) /\
  (mid <> 0 -> new_spread = rnd (spread + rnd (rad + rnd (Rabs new_sum * u)))) /\
  (mid = 0 -> new_spread = rnd (spread + rnd (rad + 0))).

(* as it is printed *)
Lemma widens_stated : forall mid rad s v s1 v1,
  (rnd (s + mid) = s1 /\ (mid = 0 -> rnd (v + rnd (rad + 0)) = v1)) /\
  (mid <> 0 -> rnd (v + rnd (rad + rnd (Rabs s1 * (1 / 9007199254740992)))) = v1) -> widens mid rad s v s1 v1.
Proof.
  intros mid rad s v s1 v1 ((S & Z) & N). split; [symmetry; exact S|]. split.
  - intro M. specialize (N M). symmetry. replace u with (1 / 9007199254740992) by (unfold u; field). exact N.
  - intro M. symmetry. exact (Z M).
Qed.

Lemma spanned_nothing : spanned 0 0 0 0 0.
Proof.
  split; [lra|]. exists 0. split; [exact summed_nothing|]. rewrite Rminus_0_r, Rabs_R0. lra.
Qed.

Lemma spanned_deeper : forall x d e k l s w, (d <= e)%Z -> (k <= l)%Z ->
  spanned x d k s w -> spanned x e l s w.
Proof.
  intros x d e k l s w D K (P & a & W & E). split; [exact P|]. exists a.
  split; [revert W; apply summed_deeper; assumption|].
  apply IZR_le in K. assert (H := h_positive).
  assert (2 * IZR k * h <= 2 * IZR l * h) by (apply Rmult_le_compat_r; lra). lra.
Qed.

(* one ball *)
Lemma spanned_ball : forall x mid rad, Rabs (x - mid) <= rad -> spanned x 0 0 mid rad.
Proof.
  intros x mid rad X. assert (R := near_radius _ _ _ X). split; [exact R|]. exists rad. split.
  - assert (A := summed_exact rad). rewrite (Rabs_pos_eq rad R) in A. exact A.
  - assert (U := u_small). assert (0 <= u * rad) by (apply Rmult_le_pos; lra). lra.
Qed.

(* the rounding of a sum, from the sum as it was rounded *)
Lemma rounding_of_rounded : forall x, Rabs (x - rnd x) <= (1 + 2 * u) * (Rabs (rnd x) * u) + 2 * h.
Proof.
  intro x. assert (E := rnd_near x). rewrite <- Rabs_Ropp, Ropp_minus_distr in E. set (m := rnd x) in *.
  assert (T : Rabs x <= Rabs (x - m) + Rabs m).
  { replace x with ((x - m) + m) at 1 by ring. apply Rabs_triang. }
  assert (U := u_small). assert (H := h_positive). assert (P := Rabs_pos (x - m)). assert (M := Rabs_pos m).
  set (e := Rabs (x - m)) in *. set (a := Rabs m) in *. set (b := Rabs x) in *. clearbody e a b m.
  assert (E1 : e * (1 - u) <= a * u + h) by nra.
  assert (A : 0 <= a * u) by (apply Rmult_le_pos; lra).
  assert (E2 : e * (1 - u) * (1 + 2 * u) <= (a * u + h) * (1 + 2 * u)) by (apply Rmult_le_compat_r; lra).
  assert (E3 : 0 <= e * (u * (1 - 2 * u))) by (apply Rmult_le_pos; [lra|apply Rmult_le_pos; lra]).
  assert (E4 : h * (1 + 2 * u) <= 2 * h) by nra. lra.
Qed.

Lemma rnd_rounded : forall x, rnd (rnd x) = rnd x.
Proof.
  intro x. apply round_generic; auto with typeclass_instances. apply generic_format_round;
    auto with typeclass_instances.
Qed.

Lemma spanned_join : forall x y d e k l s t v w s1 v1, rnd s = s -> spanned x d k s v -> spanned y e l t w ->
  widens t w s v s1 v1 -> spanned (x + y) (Z.max d (Z.max e 1 + 1) + 1) (k + l + 3) s1 v1.
Proof.
  intros x y d e k l s t v w s1 v1 S (P & a & V & E) (Q & b & W & F) (S1 & T & N).
  assert (K : (0 <= k)%Z) by apply V. assert (L : (0 <= l)%Z) by apply W.
  assert (H := h_positive). assert (U := u_small).
  assert (R := Rabs_triang (x - s) (y - t)). replace (x - s + (y - t)) with (x + y - (s + t)) in R by ring.
  destruct (Req_dec t 0) as [Z|Z].
  - specialize (N Z). assert (W0 : 0 <= rnd (w + 0)) by (apply rnd_nonnegative; lra).
    split; [rewrite N; apply rnd_nonnegative; lra|]. exists (a + b). split.
    + rewrite N. assert (I := summed_rounded _ _ _ _ _ W). rewrite <- (Rplus_0_r w) in I.
      assert (J := summed_join _ _ _ _ _ _ _ _ _ _ V I). revert J. apply summed_deeper; lia.
    + replace s1 with (s + t) by (rewrite S1, Z, Rplus_0_r, S; reflexivity).
      rewrite !plus_IZR. eapply Rle_trans; [exact R|]. lra.
  - specialize (T Z). set (r := Rabs s1 * u) in *.
    assert (R0 : 0 <= r) by (apply Rmult_le_pos; [apply Rabs_pos|lra]).
    assert (R1 := rnd_nonnegative _ R0).
    assert (R2 : 0 <= rnd (w + rnd r)) by (apply rnd_nonnegative; lra).
    split; [rewrite T; apply rnd_nonnegative; lra|]. exists (a + (b + r)). split.
    + rewrite T. assert (A := summed_product (Rabs s1) u). fold r in A. rewrite (Rabs_pos_eq _ R0) in A.
      assert (I := summed_join _ _ _ _ _ _ _ _ _ _ W A).
      assert (J := summed_join _ _ _ _ _ _ _ _ _ _ V I). revert J. apply summed_deeper; lia.
    + assert (G := rounding_of_rounded (s + t)). rewrite <- S1 in G. fold r in G.
      assert (D := Rabs_triang (x + y - (s + t)) (s + t - s1)).
      replace (x + y - (s + t) + (s + t - s1)) with (x + y - s1) in D by ring.
      rewrite !plus_IZR. lra.
Qed.

(* The width bounds the error of the sum of the middles, and the computed width nearly the width. *)
Lemma spanned_near : forall x d k s w, (0 <= d <= 268435456)%Z -> (k <= 4294967296)%Z ->
  spanned x d k s w -> Rabs (x - s) <= upward (rnd (w * (65537 / 65536))).
Proof.
  intros x d k s w D K (P & b & (_ & K0 & B & F) & T).
  assert (B0 : 0 <= b) by (eapply Rle_trans; [apply Rabs_pos|exact B]).
  assert (G1 := grown_least d). destruct (grown_few d ltac:(lia)) as [_ G3]. set (g := grown d) in *. clearbody g.
  assert (U0 : 0 <= w * (65537 / 65536)) by lra.
  assert (U := up_strong _ U0). assert (U1 := u_small). assert (U2 : 0 <= w * u) by (apply Rmult_le_pos; lra).
  set (r := upward _) in *. clearbody r.
  assert (H := h_positive). assert (L := least_h).
  apply IZR_le in K0. apply IZR_le in K. set (o := IZR k) in *. clearbody o.
  assert (O0 : 0 <= o * h) by (apply Rmult_le_pos; lra).
  assert (O1 : o * h <= 4294967296 * h) by (apply Rmult_le_compat_r; lra).
  assert (F1 : o * h * g <= o * h * 2) by (apply Rmult_le_compat_l; lra).
  assert (F2 : (g - 1) * b <= / 4194304 * b) by (apply Rmult_le_compat_r; lra).
  replace (2 * o * h) with (2 * (o * h)) in T by ring.
  assert (F3 : 2 * u * b <= 2 * (/ 1000000000) * b) by (apply Rmult_le_compat_r; [lra|unfold u; lra]).
  set (z := o * h) in *. clearbody z. apply Rabs_le_inv in F. clear U0.
  eapply Rle_trans; [exact T|]. generalize dependent least. generalize dependent h. intros. lra.
Qed.

(* ---- the strides of a sum: every eighth term ---- *)
Definition stride_term (w : A_seq) (lane i : Z) : R := if (i mod 8 =? lane)%Z then w i else 0.
Definition strides_term (w : A_seq) (lanes i : Z) : R := if (i mod 8 <? lanes)%Z then w i else 0.
Definition stride_depth (n : Z) : Z := (n / 8 + 1)%Z.

Definition strided (w : A_seq) (n lane j : Z) (sum spread : R) : Prop :=
  (0 <= n)%Z /\ (0 <= lane < 8)%Z /\ rnd sum = sum /\ exists steps, (0 <= steps)%Z /\ j = (lane + 8 * steps)%Z /\
  spanned (sum_below (stride_term w lane) j) (steps + 2) (3 * steps) sum spread.
Definition stride_summed (w : A_seq) (n lane : Z) (sum spread : R) : Prop :=
  (0 <= n)%Z /\ (0 <= lane < 8)%Z /\
  spanned (sum_below (stride_term w lane) n) (stride_depth n + 2) (3 * stride_depth n) sum spread.
Definition strides_summed (w : A_seq) (n lanes : Z) (sum spread : R) : Prop :=
  (0 <= n)%Z /\ (0 <= lanes)%Z /\ rnd sum = sum /\
  spanned (sum_below (strides_term w lanes) n) (stride_depth n + 4 + lanes) (lanes * (3 * stride_depth n + 3)) sum
    spread.

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

Lemma other_lane : forall w lane i, (i mod 8 <> lane)%Z -> stride_term w lane i = 0.
Proof. intros w lane i H. unfold stride_term. apply Z.eqb_neq in H. rewrite H. reflexivity. Qed.

Lemma own_lane : forall w lane steps, (0 <= lane < 8)%Z ->
  stride_term w lane (lane + 8 * steps) = w (lane + 8 * steps)%Z.
Proof.
  intros w lane steps L. unfold stride_term. replace ((lane + 8 * steps) mod 8)%Z with lane.
  - rewrite Z.eqb_refl. reflexivity.
  - rewrite (Z.mul_comm 8), Z_mod_plus_full, Z.mod_small by lia. reflexivity.
Qed.

(* between two terms of a stride lie none of it *)
Lemma lane_apart : forall lane steps i, (0 <= lane < 8)%Z -> (lane + 8 * steps < i < lane + 8 * (steps + 1))%Z ->
  (i mod 8 <> lane)%Z.
Proof. intros lane steps i L I E. assert (D := Z.div_mod i 8 ltac:(lia)). lia. Qed.

Lemma stride_sum_next : forall w lane steps, (0 <= lane < 8)%Z -> (0 <= steps)%Z ->
  sum_below (stride_term w lane) (lane + 8 * (steps + 1)) =
  sum_below (stride_term w lane) (lane + 8 * steps) + w (lane + 8 * steps)%Z.
Proof.
  intros w lane steps L S.
  replace (lane + 8 * (steps + 1))%Z with (1 + (lane + 8 * steps) + 7)%Z by ring.
  rewrite sum_vanishing; try lia.
  - rewrite sum_below_next by lia. rewrite own_lane by exact L. reflexivity.
  - intros i I. apply other_lane, (lane_apart lane steps); lia.
Qed.

(* ---- the loops ---- *)
Lemma stride_none : forall w n lane, (0 <= n)%Z -> (0 <= lane < 8)%Z -> strided w n lane lane 0 0.
Proof.
  intros w n lane N L. split; [exact N|]. split; [exact L|]. split; [exact rnd_zero|].
  exists 0%Z. split; [lia|]. split; [lia|].
  replace (sum_below (stride_term w lane) lane) with 0.
  - apply (spanned_deeper _ 0 _ 0); [lia|lia|exact spanned_nothing].
  - replace lane with (0 + lane)%Z at 2 by ring. rewrite sum_vanishing; try lia; [reflexivity|].
    intros i I. apply other_lane. rewrite Z.mod_small by lia. lia.
Qed.

Lemma stride_next : forall w n lane j s e mid rad s1 e1, strided w n lane j s e -> Rabs (w j - mid) <= rad ->
  widens mid rad s e s1 e1 -> strided w n lane (j + 8) s1 e1.
Proof.
  intros w n lane j s e mid rad s1 e1 (N & L & F & t & T & J & S) X W. split; [exact N|]. split; [exact L|].
  split; [destruct W as (E & _); rewrite E; apply rnd_rounded|].
  exists (t + 1)%Z. split; [lia|]. split; [lia|].
  replace (j + 8)%Z with (lane + 8 * (t + 1))%Z by lia. rewrite stride_sum_next by assumption. rewrite <- J.
  assert (B := spanned_join _ _ _ _ _ _ _ _ _ _ _ _ F S (spanned_ball _ _ _ X) W).
  revert B. apply spanned_deeper; lia.
Qed.

Lemma stride_end : forall w n lane j s e, (n <= j < n + 8)%Z -> strided w n lane j s e ->
  stride_summed w n lane s e.
Proof.
  intros w n lane j s e J (N & L & _ & t & T & E & S). split; [exact N|]. split; [exact L|].
  assert (D := Z.div_mod n 8 ltac:(lia)). assert (M := Z.mod_pos_bound n 8 ltac:(lia)).
  replace (sum_below (stride_term w lane) n) with (sum_below (stride_term w lane) j).
  - revert S. unfold stride_depth. apply spanned_deeper; lia.
  - replace j with (n + (j - n))%Z at 1 by ring. apply sum_vanishing; try lia.
    intros i I. apply other_lane. intro H. assert (F := Z.div_mod i 8 ltac:(lia)). lia.
Qed.

Lemma strides_none : forall w n, (0 <= n)%Z -> strides_summed w n 0 0 0.
Proof.
  intros w n N. split; [exact N|]. split; [lia|]. split; [exact rnd_zero|].
  assert (D : (0 <= n / 8)%Z) by (apply Z.div_pos; lia).
  replace (sum_below (strides_term w 0) n) with 0.
  - apply (spanned_deeper _ 0 _ 0); [unfold stride_depth; lia|lia|exact spanned_nothing].
  - replace n with (0 + n)%Z by ring. rewrite sum_vanishing; try lia; [reflexivity|].
    intros i I. unfold strides_term. assert (M := Z.mod_pos_bound i 8 ltac:(lia)).
    destruct (Z.ltb_spec (i mod 8) 0); [lia|reflexivity].
Qed.

Lemma strides_next : forall w n lane s e part width s1 e1, strides_summed w n lane s e ->
  stride_summed w n lane part width -> widens part width s e s1 e1 -> strides_summed w n (lane + 1) s1 e1.
Proof.
  intros w n lane s e part width s1 e1 (N & L & F & S) (_ & _ & P) W. split; [exact N|]. split; [lia|].
  split; [destruct W as (E & _); rewrite E; apply rnd_rounded|].
  assert (D : (0 <= n / 8)%Z) by (apply Z.div_pos; lia).
  rewrite (sum_added (strides_term w lane) (stride_term w lane)); [|exact N|].
  - assert (J := spanned_join _ _ _ _ _ _ _ _ _ _ _ _ F S P W). revert J.
    apply spanned_deeper; unfold stride_depth; lia.
  - intros i I. unfold strides_term, stride_term.
    destruct (Z.ltb_spec (i mod 8) (lane + 1)); destruct (Z.ltb_spec (i mod 8) lane);
      destruct (Z.eqb_spec (i mod 8) lane); try lia; ring.
Qed.

Lemma strides_near : forall w n s e, (n <= 1073741824)%Z -> strides_summed w n 8 s e ->
  Rabs (sum_below w n - s) <= upward (rnd (e * (65537 / 65536))).
Proof.
  intros w n s e N (N0 & _ & _ & S).
  assert (D0 : (0 <= n / 8)%Z) by (apply Z.div_pos; lia).
  assert (D1 : (n / 8 <= 134217728)%Z) by (apply Z.div_le_upper_bound; lia).
  replace (sum_below w n) with (sum_below (strides_term w 8) n).
  - revert S. unfold stride_depth. apply spanned_near; lia.
  - unfold sum_below. generalize (Z.to_nat n). clear. intro k.
    induction k as [|k IH]; [reflexivity|]. simpl. rewrite IH. f_equal. unfold strides_term.
    assert (M := Z.mod_pos_bound (Z.of_nat k) 8 ltac:(lia)).
    destruct (Z.ltb_spec (Z.of_nat k mod 8) 8); [reflexivity|lia].
Qed.
