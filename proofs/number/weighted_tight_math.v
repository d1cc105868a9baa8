(* weighted_tight_math.v - a weighted sum of tight balls stays in range, and its radius is small beside the total of the
   sizes times the largest value.  Two roundings go into a share with each weight, one into the spread with each group:
   (1 + u)^3 and what underflows, counted as it comes, cover them. *)
From Coq Require Import Reals ZArith Lia Lra Psatz.
From Flocq Require Import Core.
Require Import BuiltIn.
From Plumbline.model Require Import sequence.
From Plumbline.number Require Import exp_rounded exp_rounding upward_math ball_math sum_math sequence_math tight_math.
From Plumbline.number Require Import sum_tight_math.
Open Scope R_scope.

Definition sizes (w : A_seq) (m : A_subset) (n : Z) : R := sum_below (fun j => if m j then w j else 0) n.

(* n weights around sizes w, each within t of its size, and values of at most q *)
Definition in_scope (n : Z) (w : A_seq) (m : A_subset) (t q : R) : Prop :=
  (0 <= n <= 268435456)%Z /\ 0 <= t <= 1 /\ modest q /\ moderate (sizes w m n) /\ moderate (sizes w m n * q) /\
  forall j, (0 <= j < n)%Z -> m j = true -> 0 <= w j.

Definition gamma (n : Z) : R := roundings (depth 64 n).
Definition coefficient (n : Z) (t : R) : R := t + gamma n * (1 + t).
(* what underflows on the way of one weight, at most *)
Definition lost (q : R) : R := 2 * least * q + h.

(* of the sizes so far, `grouped` are in the spread and `open` in the share; `deep` roundings are on the way of a
   share *)
Definition gathers_radius (n i taken deep : Z) (size t q spread share largest : R) : Prop := exists grouped open,
  0 <= grouped /\ 0 <= open /\ grouped + open <= coefficient n t * size /\ 0 <= largest <= q /\
  0 <= share <= grown deep * (least + open + 2 * IZR taken * h) /\
  0 <= spread <= grown (3 * i) * (grouped * q + IZR i * lost q).

Definition bounded_blend (n i : Z) (w : A_seq) (m : A_subset) (t q sum part spread share largest : R) : Prop :=
  in_scope n w m t q /\ (0 <= i <= n)%Z /\
  (exists e a, blocked 64 n i e a sum part /\ a <= (1 + t) * sizes w m i * q) /\
  gathers_radius n i i (3 * i) (sizes w m i) t q spread share largest.
Definition bounded_pending (n i : Z) (w : A_seq) (m : A_subset) (t q sum part spread share largest : R) : Prop :=
  in_scope n w m t q /\ (0 <= i < n)%Z /\
  (exists e a, filled 64 n i e a sum part /\ a <= (1 + t) * sizes w m (i + 1) * q) /\
  gathers_radius n i (i + 1) (3 * i + 2) (sizes w m (i + 1)) t q spread share largest.

Lemma sizes_next : forall w m i, (0 <= i)%Z -> sizes w m (i + 1) = sizes w m i + (if m i then w i else 0).
Proof. intros w m i I. unfold sizes. rewrite Z.add_comm. apply (sum_below_next (fun j => if m j then w j else 0)).
  exact I. Qed.

Lemma sizes_between : forall n w m t q, in_scope n w m t q -> forall i, (0 <= i <= n)%Z ->
  0 <= sizes w m i <= sizes w m n.
Proof.
  intros n w m t q (_ & _ & _ & _ & _ & P).
  assert (N : forall i, (0 <= i < n)%Z -> 0 <= (if m i then w i else 0)).
  { intros i I. specialize (P i I). destruct (m i); [apply P; reflexivity|lra]. }
  intros i I. split.
  - assert (J : forall k : nat, (Z.of_nat k <= n)%Z -> 0 <= sizes w m (Z.of_nat k)).
    { induction k as [|k IH]; intro K; [unfold sizes, sum_below; simpl; lra|].
      replace (Z.of_nat (S k)) with (Z.of_nat k + 1)%Z by lia. rewrite sizes_next by lia.
      assert (A := IH ltac:(lia)). assert (B := N (Z.of_nat k) ltac:(lia)). lra. }
    rewrite <- (Z2Nat.id i) by lia. apply J. lia.
  - assert (J : forall k : nat, (i + Z.of_nat k <= n)%Z -> sizes w m i <= sizes w m (i + Z.of_nat k)).
    { induction k as [|k IH]; intro K; [rewrite Z.add_0_r; lra|].
      replace (i + Z.of_nat (S k))%Z with (i + Z.of_nat k + 1)%Z by lia. rewrite sizes_next by lia.
      assert (A := IH ltac:(lia)). assert (B := N (i + Z.of_nat k)%Z ltac:(lia)). lra. }
    replace n with (i + Z.of_nat (Z.to_nat (n - i)))%Z by lia. apply J. lia.
Qed.

Lemma weight_depth_bounds : forall n, (0 < n <= 268435456)%Z -> 2 <= IZR (depth 64 n) <= 4194400.
Proof.
  intros n N. unfold depth. assert (D0 : (0 <= n / 64)%Z) by (apply Z.div_pos; lia).
  assert (D1 : (n / 64 <= 4194304)%Z) by (apply Z.div_le_upper_bound; lia). split; apply IZR_le; lia.
Qed.

Lemma moderate_not_empty : forall n w m t q, in_scope n w m t q -> (0 < n)%Z.
Proof.
  intros n w m t q ((N & _) & _ & _ & (L & _) & _). destruct (Z.eq_dec n 0) as [Z|Z]; [|lia]. subst n.
  unfold sizes, sum_below in L. simpl total in L. assert (P := bpow_gt_0 radix2 (-800)). lra.
Qed.

Lemma moderate_1 : moderate 1.
Proof. change 1 with (bpow radix2 0). split; apply bpow_le; lia. Qed.

Lemma gamma_upto : forall n, (0 < n <= 268435456)%Z -> 0 <= gamma n <= IZR (depth 64 n) * u * (1 + / 60000).
Proof.
  intros n N. assert (D := weight_depth_bounds n N). unfold gamma, roundings. set (d := IZR (depth 64 n)) in *.
  clearbody d.
  assert (R : 0 <= d * (65537 / 590295810358705651712) <= d * u * (1 + / 65536) * 1) by (unfold u; lra).
  assert (S := rnd_positive_upto _ _ _ moderate_1 R ltac:(unfold u; lra)).
  split; [apply S|]. eapply Rle_trans; [apply S|]. rewrite Rmult_1_r. rewrite Rmult_assoc.
  apply Rmult_le_compat_l; [unfold u; lra|unfold u; lra].
Qed.

Lemma gamma_ranged : forall n, (0 <= n <= 268435456)%Z -> ranged (gamma n).
Proof.
  intros n N. assert (D : 0 <= IZR (depth 64 n) <= 4194400).
  { unfold depth. assert (D0 : (0 <= n / 64)%Z) by (apply Z.div_pos; lia).
    assert (D1 : (n / 64 <= 4194304)%Z) by (apply Z.div_le_upper_bound; lia). split; apply IZR_le; lia. }
  unfold gamma, roundings. set (d := IZR (depth 64 n)) in *. clearbody d.
  assert (R : Rabs (d * (65537 / 590295810358705651712)) <= 1 * 1) by (rewrite Rabs_pos_eq; lra).
  apply (ranged_upto _ (1 * (1 + 2 * u)) 1 moderate_1); [unfold u; lra|]. apply (rnd_upto _ _ _ moderate_1 R). unfold u.
  lra.
Qed.

Lemma gamma_small : forall n, (0 < n <= 268435456)%Z -> 0 <= gamma n <= / 1000.
Proof.
  intros n N. assert (D := weight_depth_bounds n N). assert (G := gamma_upto n N). split; [apply G|].
  eapply Rle_trans; [apply G|]. unfold u. lra.
Qed.

Lemma scope_limits : forall n w m t q i, in_scope n w m t q -> (0 <= i <= n)%Z ->
  0 < q /\ 0 <= sizes w m i <= bpow radix2 800 /\ 0 <= sizes w m i * q <= bpow radix2 800 /\ q <= bpow radix2 250.
Proof.
  intros n w m t q i S I. assert (B := sizes_between _ _ _ _ _ S i I).
  destruct S as (_ & _ & (Q & Q1) & (_ & W) & (_ & WQ) & _). assert (Z := bpow_gt_0 radix2 (-250)).
  assert (Q0 : 0 < q) by lra. split; [exact Q0|]. split; [lra|]. split; [|exact Q1]. split; [apply Rmult_le_pos; lra|].
  eapply Rle_trans; [|exact WQ]. apply Rmult_le_compat_r; lra.
Qed.

Lemma blend_none : forall n w m t q, in_scope n w m t q -> bounded_blend n 0 w m t q 0 0 0 least 0.
Proof.
  intros n w m t q S. assert (L := scope_limits _ _ _ _ _ 0%Z S ltac:(destruct S; lia)).
  assert (P := least_positive). assert (HP := h_positive).
  split; [exact S|]. split; [destruct S; lia|]. split.
  - exists 0, 0. split; [apply blocked_start; destruct S; lia|]. apply Rmult_le_pos; [|lra].
    destruct S as (_ & T & _). apply Rmult_le_pos; lra.
  - exists 0, 0. replace (sizes w m 0) with 0 by (unfold sizes, sum_below; reflexivity).
    change (3 * 0)%Z with 0%Z. rewrite grown_0. rewrite Rmult_0_r. lra.
Qed.

Lemma blend_skips : forall n i w m t q sum part spread share largest, (i < n)%Z -> m i = false ->
  bounded_blend n i w m t q sum part spread share largest -> bounded_pending n i w m t q sum part spread share largest.
Proof.
  intros n i w m t q s p e c l L M (S & I & (x & a & B & A) & (A0 & B0 & G0 & O0 & K & R & C & E)).
  assert (W : sizes w m (i + 1) = sizes w m i) by (rewrite sizes_next, M by lia; ring).
  assert (P := least_positive). assert (HP := h_positive).
  split; [exact S|]. split; [lia|]. rewrite W. split.
  - exists x, a. split; [|exact A]. destruct B as [(_ & B)|(N & _)]; [apply fill_nothing; exact B|lia].
  - exists A0, B0. do 4 (split; [assumption|]). split; [|exact E]. split; [apply C|]. eapply Rle_trans; [apply C|].
    assert (I0 : 0 <= IZR i) by (apply IZR_le; lia). assert (IH : 0 <= IZR i * h) by (apply Rmult_le_pos; lra).
    rewrite plus_IZR. apply Rmult_le_compat; [assert (Z := grown_least (3 * i)); lra|lra|apply grown_monotone; lia|lra].
Qed.

Lemma tight_size : forall mid rad t size, 0 <= t -> tight mid rad t size -> 0 <= size.
Proof.
  intros mid rad t size T (A & _). assert (M := Rabs_pos mid).
  destruct (Rle_or_lt 0 size) as [Z|Z]; [exact Z|]. assert ((1 + t) * size < 0) by nra. lra.
Qed.

Lemma coefficient_of : forall n t mid rad size, 0 <= gamma n -> 0 <= t <= 1 -> tight mid rad t size ->
  0 <= size /\ 0 <= gamma n * Rabs mid + rad <= coefficient n t * size.
Proof.
  intros n t mid rad size G T X. assert (S := tight_size _ _ _ _ (proj1 T) X). destruct X as (A & R).
  assert (M := Rabs_pos mid).
  assert (GM : 0 <= gamma n * Rabs mid <= gamma n * ((1 + t) * size)).
  { split; [apply Rmult_le_pos; assumption|apply Rmult_le_compat_l; assumption]. }
  unfold coefficient. split; [exact S|]. split; lra.
Qed.

Lemma share_takes : forall i share c open, (0 <= i)%Z -> 0 <= c -> 0 <= open ->
  0 <= share <= grown (3 * i) * (least + open + 2 * IZR i * h) ->
  0 <= rnd (share + rnd c) <= grown (3 * i + 2) * (least + (open + c) + 2 * IZR (i + 1) * h).
Proof.
  intros i s c o I C O (S0 & S). assert (P := least_positive). assert (HP := h_positive). assert (U := u_small).
  assert (R0 := rnd_nonnegative _ C). assert (R := rnd_high _ C). set (r := rnd c) in *. clearbody r.
  assert (T0 : 0 <= s + r) by lra. split; [apply rnd_nonnegative; exact T0|].
  eapply Rle_trans; [apply (rnd_high _ T0)|].
  replace (3 * i + 2)%Z with (3 * i + 1 + 1)%Z by ring. rewrite !grown_next, plus_IZR by lia.
  assert (G := grown_least (3 * i)). set (g := grown (3 * i)) in *. clearbody g.
  assert (I0 : 0 <= IZR i) by (apply IZR_le; lia). set (k := IZR i) in *. clearbody k.
  assert (KH : 0 <= k * h) by (apply Rmult_le_pos; lra).
  replace (2 * k * h) with (2 * (k * h)) in S by ring. replace (2 * (k + 1) * h) with (2 * (k * h) + 2 * h) by ring.
  set (z := k * h) in *. clearbody z.
  assert (Y0 : 0 <= g * (least + o + 2 * z)) by (apply Rmult_le_pos; lra).
  assert (F1 : (c + 2 * h) * ((1 + u) * (1 + u)) <= g * ((c + 2 * h) * ((1 + u) * (1 + u)))).
  { rewrite <- (Rmult_1_l ((c + 2 * h) * ((1 + u) * (1 + u)))) at 1. apply Rmult_le_compat_r; [|exact G].
    apply Rmult_le_pos; [lra|unfold u; lra]. }
  apply Rle_trans with (g * (least + o + 2 * z) * (1 + u) * (1 + u) + (c + 2 * h) * ((1 + u) * (1 + u))).
  - set (y := g * (least + o + 2 * z)) in *. clearbody y.
    assert (V1 : (s + r) * (1 + u) <= (y + (c * (1 + u) + h)) * (1 + u)) by (apply Rmult_le_compat_r; lra).
    assert (V2 : y * (1 + u) <= y * (1 + u) * (1 + u)).
    { rewrite <- (Rmult_1_r (y * (1 + u))) at 1. apply Rmult_le_compat_l; [apply Rmult_le_pos; lra|lra]. }
    assert (V3 : h * u >= 0) by (apply Rle_ge, Rmult_le_pos; lra).
    assert (V4 : 0 <= h * u * u) by (apply Rmult_le_pos; lra).
    lra.
  - lra.
Qed.

Lemma sum_upto : forall d o x a s, (0 <= d <= 1073741825)%Z -> (o <= 2147483648)%Z -> summed d o x a s ->
  Rabs s <= 2 * a + 1.
Proof.
  intros d o x a s D O (_ & O0 & A & E). destruct (grown_few d D) as (_ & G). assert (G1 := grown_least d).
  assert (A0 : 0 <= a) by (eapply Rle_trans; [apply Rabs_pos|exact A]). assert (HP := h_positive).
  assert (L := least_h). assert (LS := least_small).
  assert (K : 0 <= IZR o <= 2147483648) by (split; apply IZR_le; lia).
  assert (OH : 0 <= IZR o * h <= / 1000).
  { split; [apply Rmult_le_pos; lra|]. apply Rle_trans with (2147483648 * h); [apply Rmult_le_compat_r; lra|].
    generalize dependent least. generalize dependent h. intros. lra. }
  set (z := IZR o * h) in *. clearbody z. set (g := grown d) in *. clearbody g.
  replace s with ((s - x) + x) by ring. eapply Rle_trans; [apply Rabs_triang|].
  assert (V : (g - 1) * a <= / 4194304 * a) by (apply Rmult_le_compat_r; lra).
  assert (V2 : z * g <= / 1000 * 2) by (apply Rmult_le_compat; lra). lra.
Qed.

Lemma filled_upto : forall n i x a sum part, (0 <= i < n)%Z -> (n <= 268435456)%Z -> filled 64 n i x a sum part ->
  Rabs sum <= 2 * a + 1 /\ Rabs part <= 2 * a + 1 /\ Rabs (sum + part) <= 2 * a + 2 /\ 0 <= a.
Proof.
  intros n i x a s p I N (c & k & x1 & a1 & x2 & a2 & C & K & E & X & A & T & P).
  assert (A1 : 0 <= a1) by (destruct T as (_ & _ & T & _); eapply Rle_trans; [apply Rabs_pos|exact T]).
  assert (A2 : 0 <= a2) by (destruct P as (_ & _ & P & _); eapply Rle_trans; [apply Rabs_pos|exact P]).
  assert (S : Rabs s <= 2 * a1 + 1) by (apply (sum_upto (Z.min n 64 + c) (2 * (64 * c)) x1); [lia|lia|exact T]).
  assert (Q : Rabs p <= 2 * a2 + 1) by (apply (sum_upto (k + 1) (k + 1) x2); [lia|lia|exact P]).
  split; [lra|]. split; [lra|]. split; [|lra]. eapply Rle_trans; [apply Rabs_triang|lra].
Qed.

Lemma below_ranged : forall x, Rabs x <= 100 * bpow radix2 800 -> Rabs x <= bpow radix2 1000.
Proof.
  intros x X. eapply Rle_trans; [exact X|]. apply Rle_trans with (bpow radix2 7 * bpow radix2 800).
  - apply Rmult_le_compat_r; [apply bpow_ge_0|]. simpl. lra.
  - rewrite power_product. apply bpow_le. lia.
Qed.

Lemma one_below : 1 <= bpow radix2 800.
Proof. change 1 with (bpow radix2 0). apply bpow_le. lia. Qed.

Lemma sized : forall n w m t q i a, in_scope n w m t q -> (0 <= i <= n)%Z -> a <= (1 + t) * sizes w m i * q ->
  a <= 2 * bpow radix2 800.
Proof.
  intros n w m t q i a S I A. destruct (scope_limits _ _ _ _ _ i S I) as (Q & W & WQ & _). destruct S as (_ & T & _).
  eapply Rle_trans; [exact A|]. rewrite Rmult_assoc.
  apply Rle_trans with (2 * (sizes w m i * q)); [apply Rmult_le_compat_r; lra|lra].
Qed.

Lemma coefficient_small : forall n t, (0 < n <= 268435456)%Z -> 0 <= t <= 1 -> 0 <= coefficient n t <= 2.
Proof.
  intros n t N T. assert (G := gamma_small n N). unfold coefficient.
  assert (0 <= gamma n * (1 + t)) by (apply Rmult_le_pos; lra).
  assert (gamma n * (1 + t) <= / 1000 * 2) by (apply Rmult_le_compat; lra). lra.
Qed.

Lemma share_upto : forall n i w m t q spread share largest, in_scope n w m t q -> (0 <= i < n)%Z ->
  gathers_radius n i (i + 1) (3 * i + 2) (sizes w m (i + 1)) t q spread share largest ->
  0 <= share <= 6 * bpow radix2 800 /\ 0 <= share * largest + spread <= 20 * bpow radix2 800.
Proof.
  intros n i w m t q e c l S I (A & B & A0 & B0 & K & L & C & E).
  destruct (scope_limits _ _ _ _ _ (i + 1)%Z S ltac:(lia)) as (Q & W & WQ & QH).
  assert (N := moderate_not_empty _ _ _ _ _ S). destruct S as (N1 & T & _).
  assert (CS := coefficient_small n t ltac:(lia) T). set (k := coefficient n t) in *. clearbody k.
  assert (P := least_positive). assert (HP := h_positive). assert (LS := least_small).
  destruct (grown_few (3 * i + 2) ltac:(lia)) as (_ & G). assert (G1 := grown_least (3 * i + 2)).
  assert (G3 : grown (3 * i) <= grown (3 * i + 2)) by (apply grown_monotone; lia). assert (G4 := grown_least (3 * i)).
  set (g := grown (3 * i + 2)) in *. set (f := grown (3 * i)) in *. clearbody f g.
  destruct (many_h (i + 1) ltac:(lia)) as (H0 & H1). destruct (many_h i ltac:(lia)) as (J0 & J1).
  assert (I1 : 0 <= IZR i <= 268435456) by (split; apply IZR_le; lia).
  set (z := sizes w m (i + 1)) in *. clearbody z. set (b := bpow radix2 800) in *.
  assert (B1 : 1 <= b) by apply one_below. 
  assert (KZ : k * z <= 2 * z) by (apply Rmult_le_compat_r; lra).
  assert (KQ : (A + B) * q <= 2 * (z * q)).
  { apply Rle_trans with (k * z * q); [apply Rmult_le_compat_r; lra|]. replace (2 * (z * q)) with (2 * z * q) by ring.
    apply Rmult_le_compat_r; lra. }
  assert (LQ : least * q <= / 1073741824).
  { apply Rle_trans with (bpow radix2 (-1000) * bpow radix2 250).
    - apply Rmult_le_compat; try (fold least); lra.
    - rewrite power_product. change (/ 1073741824) with (bpow radix2 (-30)). apply bpow_le. lia. }
  assert (LQ0 : 0 <= least * q) by (apply Rmult_le_pos; lra).
  assert (IL : 0 <= IZR i * (least * q) <= 268435456 * (least * q)) by (split;
    [apply Rmult_le_pos|apply Rmult_le_compat_r]; lra).
  replace (2 * IZR (i + 1) * h) with (2 * (IZR (i + 1) * h)) in C by ring.
  unfold lost in E. replace (IZR i * (2 * least * q + h)) with (2 * (IZR i * (least * q)) + IZR i * h) in E by ring.
  set (v := IZR (i + 1) * h) in *. set (v2 := IZR i * h) in *. set (v3 := IZR i * (least * q)) in *.
  clearbody v v2 v3 b.
  assert (V : 2 * v <= least) by lra.
  assert (C1 : c <= g * (2 * least + B)).
  { eapply Rle_trans; [apply C|]. apply Rmult_le_compat_l; lra. }
  assert (C2 : c <= 2 * (2 * least + B)).
  { eapply Rle_trans; [exact C1|]. apply Rmult_le_compat_r; lra. }
  assert (AQ : 0 <= A * q) by (apply Rmult_le_pos; lra). assert (BQ : 0 <= B * q) by (apply Rmult_le_pos; lra).
  assert (E1 : e <= 2 * (A * q + 1)).
  { eapply Rle_trans; [apply E|]. apply Rmult_le_compat; try lra. }
  assert (CL : 0 <= c * l <= 2 * (2 * (least * q) + B * q)).
  { split; [apply Rmult_le_pos; lra|]. apply Rle_trans with (2 * (2 * least + B) * q); [apply Rmult_le_compat; lra|].
    lra. }
  split; [lra|]. lra.
Qed.

Lemma pending_in_range : forall n i w m t q sum part spread share largest,
  bounded_pending n i w m t q sum part spread share largest ->
  Rabs part <= bpow radix2 1000 /\ Rabs share <= bpow radix2 1000 /\
  ranged (rnd (sum + part)) /\ ranged (rnd (share * largest + spread)).
Proof.
  intros n i w m t q s p e c l (S & I & (x & a & F & A) & G).
  assert (A1 := sized _ _ _ _ _ (i + 1)%Z _ S ltac:(lia) A). assert (N := proj1 S).
  destruct (filled_upto n i x a s p I ltac:(lia) F) as (F1 & F2 & F3 & F4). assert (O := one_below).
  destruct (share_upto _ _ _ _ _ _ _ _ _ S I G) as (C & D).
  split; [apply below_ranged; lra|]. split; [apply below_ranged; rewrite Rabs_pos_eq; lra|].
  split; apply ranged_rounded, below_ranged; [lra|rewrite Rabs_pos_eq; lra].
Qed.

Lemma blend_takes : forall n i w m t q mid rad y sum part spread share largest, (i < n)%Z -> m i = true ->
  tight mid rad t (w i) -> Rabs y <= q -> bounded_blend n i w m t q sum part spread share largest ->
  ranged (rnd (gamma n * Rabs mid + rad)) /\
  bounded_pending n i w m t q sum (rnd (mid * y + part)) spread (rnd (share + rnd (gamma n * Rabs mid + rad)))
    (Rmax largest (Rabs y)).
Proof.
  intros n i w m t q mid rad y s p e c l L M X Y (S & I & (x & a & B & A) & (A0 & B0 & G0 & O0 & K & R & C & E)).
  assert (W : sizes w m (i + 1) = sizes w m i + w i) by (rewrite sizes_next, M by lia; ring).
  assert (N := moderate_not_empty _ _ _ _ _ S). assert (N1 := proj1 S). assert (T := proj1 (proj2 S)).
  destruct (scope_limits _ _ _ _ _ (i + 1)%Z S ltac:(lia)) as (Q & W1 & WQ & _).
  destruct (scope_limits _ _ _ _ _ i S ltac:(lia)) as (_ & W2 & _ & _).
  destruct (coefficient_of n t mid rad (w i) ltac:(apply gamma_small; lia) T X) as (Z & D0 & D).
  assert (CS := coefficient_small n t ltac:(lia) T). split.
  - apply ranged_rounded, below_ranged. rewrite Rabs_pos_eq by exact D0. eapply Rle_trans; [exact D|].
    apply Rmult_le_compat; lra.
  - split; [exact S|]. split; [lia|]. rewrite W. split.
    + exists (x + mid * y), (a + Rabs (mid * y)). split.
      * destruct B as [(_ & B)|(BN & _)]; [|lia]. apply (fill _ _ _ _ _ _ p); [exact B|]. intros. apply summed_fused.
        assumption.
      * assert (V : Rabs (mid * y) <= (1 + t) * w i * q) by (rewrite Rabs_mult; apply Rmult_le_compat;
          try apply Rabs_pos; [apply X|exact Y]).
        lra.
    + exists A0, (B0 + (gamma n * Rabs mid + rad)). split; [exact G0|]. split; [lra|]. split; [lra|]. split.
      * split; [eapply Rle_trans; [apply R|apply Rmax_l]|]. apply Rmax_lub; [apply R|exact Y].
      * split; [|exact E]. apply share_takes; [lia|exact D0|exact O0|exact C].
Qed.

Lemma blend_closes : forall n i w m t q sum part spread share largest sum1 part1 spread1 share1 largest1,
  bounded_pending n i w m t q sum part spread share largest -> closing 64 n i sum part sum1 part1 ->
  grouping n i spread share largest spread1 share1 largest1 ->
  bounded_blend n (i + 1) w m t q sum1 part1 spread1 share1 largest1.
Proof.
  intros n i w m t q s p e c l s1 p1 e1 c1 l1 (S & I & (x & a & F & A) & (A0 & B0 & G0 & O0 & K & R & C & E)) D H.
  split; [exact S|]. split; [lia|]. split.
  - exists x, a. split; [|exact A]. apply (close _ _ _ _ _ s p); [lia|exact F|exact D].
  - destruct (scope_limits _ _ _ _ _ (i + 1)%Z S ltac:(lia)) as (Q & _). assert (N := proj1 S).
    assert (P := least_positive). assert (HP := h_positive). assert (U := u_small).
    assert (M : grown (3 * (i + 1)) = grown (3 * i + 2) * (1 + u)).
    { replace (3 * (i + 1))%Z with (3 * i + 2 + 1)%Z by ring. apply grown_next. lia. }
    assert (G4 : grown (3 * i) <= grown (3 * i + 2)) by (apply grown_monotone; lia).
    assert (G5 := grown_least (3 * i)). assert (G6 := grown_least (3 * i + 2)).
    destruct (many_h (i + 1) ltac:(lia)) as (H0 & H1). destruct (many_h i ltac:(lia)) as (J0 & J1).
    assert (I0 : 0 <= IZR i) by (apply IZR_le; lia).
    assert (L0 : 0 <= lost q) by (unfold lost; assert (0 <= least * q) by (apply Rmult_le_pos; lra); lra).
    assert (IL : 0 <= IZR i * lost q) by (apply Rmult_le_pos; lra).
    assert (AQ : 0 <= A0 * q) by (apply Rmult_le_pos; lra).
    destruct H as (Hend & Hopen). destruct (ends_decided 8 n i) as [T|T].
    + destruct (Hend T) as (-> & -> & ->). exists (A0 + B0), 0. split; [lra|]. split; [lra|]. split; [lra|].
      split; [lra|].
      rewrite M. set (g := grown (3 * i + 2)) in *. set (f := grown (3 * i)) in *. clearbody f g. split.
      * split; [lra|]. replace (2 * IZR (i + 1) * h) with (2 * (IZR (i + 1) * h)) by ring.
        apply Rle_trans with (1 * 1 * (least + 0 + 0)); [lra|]. apply Rmult_le_compat; try lra.
        apply Rmult_le_compat; lra.
      * assert (CL : 0 <= c * l <= g * (2 * (least * q) + B0 * q)).
        { split; [apply Rmult_le_pos; lra|]. replace (2 * (least * q) + B0 * q) with ((2 * least + B0) * q) by ring.
          rewrite <- Rmult_assoc. apply Rmult_le_compat; try lra. eapply Rle_trans; [apply C|].
          apply Rmult_le_compat_l; [lra|].
          replace (2 * IZR (i + 1) * h) with (2 * (IZR (i + 1) * h)) by ring. lra. }
        assert (E1 : e <= g * (A0 * q + IZR i * lost q)) by (eapply Rle_trans; [apply E|]; apply Rmult_le_compat_r;
          lra).
        assert (T0 : 0 <= c * l + e) by lra. split; [apply rnd_nonnegative; exact T0|].
        eapply Rle_trans; [apply (rnd_high _ T0)|]. rewrite plus_IZR.
        replace ((A0 + B0) * q + (IZR i + 1) * lost q) with (2 * (least * q) + B0 * q + (A0 * q + IZR i * lost q) + h)
          by (unfold lost; ring).
        set (y1 := 2 * (least * q) + B0 * q) in *. set (y2 := A0 * q + IZR i * lost q) in *. clearbody y1 y2.
        assert (V : (c * l + e) * (1 + u) <= (g * y1 + g * y2) * (1 + u)) by (apply Rmult_le_compat_r; lra).
        assert (V2 : 1 * 1 * h <= g * (1 + u) * h) by (apply Rmult_le_compat_r; [lra|]; apply Rmult_le_compat; lra).
        lra.
    + destruct (Hopen T) as (-> & -> & ->). exists A0, B0. do 4 (split; [assumption|]).
      rewrite M. set (g := grown (3 * i + 2)) in *. set (f := grown (3 * i)) in *. clearbody f g. split.
      * split; [apply C|]. eapply Rle_trans; [apply C|].
        replace (2 * IZR (i + 1) * h) with (2 * (IZR (i + 1) * h)) by ring.
        apply Rmult_le_compat_r; [lra|]. rewrite <- (Rmult_1_r g) at 1. apply Rmult_le_compat_l; lra.
      * split; [apply E|]. eapply Rle_trans; [apply E|]. rewrite plus_IZR.
        apply Rmult_le_compat; [lra|lra| |lra]. apply Rle_trans with (g * 1); [lra|]. apply Rmult_le_compat_l; lra.
Qed.

Theorem blend_ends : forall n w m t q sum part spread share largest, bounded_blend n n w m t q sum part spread share
  largest ->
  ranged (rnd (spread * (65537 / 65536))) /\
  tight sum (upward (rnd (spread * (65537 / 65536)))) (2 * t + IZR (depth 64 n) * (4 * u)) (sizes w m n * q).
Proof.
  intros n w m t q s p e c l (S & I & (x & a & B & A) & (A0 & B0 & G0 & O0 & K & R & _ & E)).
  assert (N := moderate_not_empty _ _ _ _ _ S). destruct (scope_limits _ _ _ _ _ n S ltac:(lia)) as (Q & W & WQ & _).
  destruct S as (N1 & T & _ & MW & MP & _). assert (D := weight_depth_bounds n ltac:(lia)).
  assert (G := gamma_upto n ltac:(lia)).
  destruct (grown_few (3 * n) ltac:(lia)) as (_ & H). assert (G1 := grown_least (3 * n)).
  destruct (moderate_bounds _ MW) as (W0 & _ & WL & _). destruct (moderate_bounds _ MP) as (P0 & PH & PL & _).
  destruct B as [(B & _)|(_ & B)]; [lia|].
  assert (DN : (1 <= depth 64 n <= 1073741825)%Z) by (unfold depth; Z.div_mod_to_equations; lia).
  assert (X := closed_near 64 n x a s ltac:(lia) DN B). fold (gamma n) in X. destruct B as (_ & _ & XA & _).
  unfold coefficient in K. set (g := gamma n) in *. clearbody g. set (d := IZR (depth 64 n)) in *. clearbody d.
  set (z := sizes w m n) in *. clearbody z. set (f := grown (3 * n)) in *. clearbody f.
  assert (P := least_positive). assert (HP := h_positive).
  assert (N2 : 0 <= IZR n <= 268435456) by (split; apply IZR_le; lia). set (k := IZR n) in *. clearbody k.
  assert (GT : 0 <= g * t <= g) by (split; [apply Rmult_le_pos; lra|rewrite <- (Rmult_1_r g) at 2;
    apply Rmult_le_compat_l; lra]).
  (* the sum *)
  assert (SS : Rabs s <= (1 + (2 * t + d * (4 * u))) * (z * q)).
  { replace s with (x - (x - s)) by ring. unfold Rminus at 1. eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_Ropp.
    assert (A2 : 0 <= a) by (eapply Rle_trans; [apply Rabs_pos|exact XA]).
    assert (V : (1 + g) * a <= (1 + g) * ((1 + t) * z * q)) by (apply Rmult_le_compat_l; lra).
    assert (V2 : least / 16 <= u * (z * q)). { eapply Rle_trans with (1 * least); [lra|]. rewrite Rmult_1_l.
      eapply Rle_trans; [exact PL|].
      replace (z * q * u * u * u) with (u * (z * q) * (u * u)) by ring. rewrite <- (Rmult_1_r (u * (z * q))) at 2.
      apply Rmult_le_compat_l; [apply Rmult_le_pos; [unfold u|]; lra|unfold u; lra]. }
    apply Rle_trans with (((1 + g) * (1 + t) + u) * (z * q)); [lra|]. apply Rmult_le_compat_r; [lra|]. unfold u in *.
    lra. }
  (* the spread *)
  assert (LL : 0 <= k * lost q <= u * (z * q)).
  { unfold lost. assert (Y0 : 0 <= least * q) by (apply Rmult_le_pos; lra).
    assert (Y1 : least * q <= z * u * u * u * q) by (apply Rmult_le_compat_r; lra).
    replace (z * u * u * u * q) with (z * q * u * u * u) in Y1 by ring.
    split; [apply Rmult_le_pos; lra|]. apply Rle_trans with (268435456 * (3 * (z * q * u * u * u))).
    - apply Rmult_le_compat; lra.
    - replace (268435456 * (3 * (z * q * u * u * u))) with (u * (z * q) * (805306368 * u * u)) by ring.
      rewrite <- (Rmult_1_r (u * (z * q))) at 2. apply Rmult_le_compat_l;
        [apply Rmult_le_pos; [unfold u|]; lra|unfold u; lra]. }
  assert (AQ : 0 <= A0 * q <= (t + g * (1 + t)) * (z * q)).
  { split; [apply Rmult_le_pos; lra|]. rewrite <- Rmult_assoc. apply Rmult_le_compat_r; lra. }
  set (o := z * q) in *. clearbody o.
  assert (E1 : 0 <= e * (65537 / 65536) <= (1 + / 30000) * (t + g * (1 + t) + u) * o).
  { split; [lra|]. assert (E2 : e <= (1 + / 4194304) * ((t + g * (1 + t)) * o + u * o)).
    { eapply Rle_trans; [apply E|]. apply Rmult_le_compat; lra. }
    assert (Y : 0 <= (t + g * (1 + t)) * o + u * o) by (assert (0 <= u * o) by (apply Rmult_le_pos; [unfold u|]; lra);
      lra).
    replace ((1 + / 30000) * (t + g * (1 + t) + u) * o) with ((1 + / 30000) * ((t + g * (1 + t)) * o + u * o)) by ring.
    set (y := (t + g * (1 + t)) * o + u * o) in *. clearbody y. lra. }
  destruct (product_up_upto _ _ _ MP E1) as (R1 & R2); [unfold u in *; lra|].
  split; [|split; [exact SS|]].
  - apply (ranged_upto _ _ _ MP) with (2 := positive_upto _ _ R1). unfold u in *. lra.
  - split; [apply R2|]. eapply Rle_trans; [apply R2|]. apply Rmult_le_compat_r; [lra|]. unfold u in *. lra.
Qed.
