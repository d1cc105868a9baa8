(* KEY 2352747e4cf0 *)
From Plumbline Require Import compare.rounded_sum_math compare.sums_math compare.softmax_math compare.shapes.
From Plumbline Require Import budget.direct_math budget.row_softmax_math budget.visible_math budget.lse_math.
intros u t s d y m n h c r far limit size most k zeta x H0 H1 OFF (K & Z) LSE
  (((((((C & C0) & R0) & UT) & B) & SZ) & LIM) & E).
change real_of_int with IZR in *. subst c. set (c := L_visible_count m n) in *. set (visible := L_visible_of m n).
assert (KEY : forall i, (0 <= i)%Z -> (i < c)%Z ->
  (0 <= place m n i)%Z /\ (place m n i < n)%Z /\ P_among m (place m n i) /\ L_visible_count m (place m n i) = i).
{ intros i I L. destruct (key_of_number m n i (conj I L)) as ((A1 & A2) & A3 & A4). auto. }
assert (GU : forall a b, L_gamma_up a b = gamma a b).
{ intros a b. unfold L_gamma_up, L_rdiv, L_rmul, L_gamma_of. f_equal. ring. }
assert (JO : forall a b, L_joint a b = compound a b) by (intros; unfold L_joint, L_rmul, L_compound; ring).
assert (EX : forall a b, L_exponent_off u t c r size a b = exponent u t c r size a b).
{ intros a b. unfold L_exponent_off, L_argument_off, L_shift_off, L_exponentials_off, L_reached.
  unfold exponent, argument, row_softmax_math.shift, exponentials, reached. cbv zeta. rewrite !GU.
  unfold L_rmul, L_rlog, L_el.
  change real_of_int with IZR. replace (3 + IZR r) with (IZR r + 3) by ring. ring. }
assert (LT : L_lost_total u t c r = IZR c * lost u t c r + sum_tiny u t c r).
{ unfold L_lost_total, L_lost_probability, L_lost_sum, L_times_smaller, L_times_larger.
  unfold lost, sum_tiny, own_lost, own_tiny, times_smaller, times_larger, L_rmul, L_rexp, L_el.
  change real_of_int with IZR. rewrite plus_IZR. unfold left_over. rewrite pow_inv.
  replace (2 ^ 80) with 1208925819614629174706176 by (simpl; ring). field. }
assert (AC : L_accumulated u c r = gamma (IZR c + IZR r + 8) (u 6%Z)).
{ unfold L_accumulated. rewrite GU. unfold L_el. change real_of_int with IZR. rewrite plus_IZR. f_equal. ring. }
assert (UG : L_underflow_gain u c r most = gain u t c r most).
{ unfold L_underflow_gain, gain, L_rmul, L_rexp. rewrite AC. reflexivity. }
unfold L_denominator_relative in K. rewrite JO, AC in K.
unfold L_denominator_absolute in Z. cbv zeta in Z. rewrite UG, LT in Z. unfold L_rmul, L_el in K, Z.
assert (model : is_model u t c r).
{ unfold P_bears_keys, L_rmul, L_el in B. change real_of_int with IZR in B. rewrite plus_IZR in B.
  split; [exact UT|]. repeat split; lra. }
set (fallen := fun i => if Z.eq_dec far 0 then false else if Rle_dec (visible d i + visible s i) limit then true
  else false).
assert (FALLEN : forall i, fallen i = true <-> P_falls far limit (visible s i) (visible d i)).
{ intro i. unfold fallen, P_falls. destruct (Z.eq_dec far 0); [|destruct (Rle_dec (visible d i + visible s i) limit)];
    split; intro F; try discriminate; tauto. }
destruct (lse_within u t c (L_visible_count m h) r (visible s) (visible d) (visible y) fallen size most x model
  ltac:(lia) R0)
  as (theta & a & z & b & T & A0 & D & ZN & ZE & ZT).
- intros i (I & L). destruct (KEY i I L) as (A1 & A2 & A3 & _).
  assert (OFJ := OFF _ A1 A2 A3). specialize (SZ _ A1 A2 A3). specialize (E _ A1 A2 A3). cbv zeta in *.
  rewrite EX in E. differences. unfold L_el in *. split; [exact OFJ|]. split.
  + intro F. apply FALLEN in F. destruct F as (FAR & F).
    destruct (LIM FAR) as ((LL & L8) & j & (((J0 & J1) & LJ) & C) & MJ). unfold L_reached, L_rmul, L_el in *.
    unfold reached.
    split; [lra|].
    destruct (number_of_key m n j (conj J0 J1) MJ) as ((B1 & B2) & B3). set (i0 := L_visible_count m j) in *.
    intros high (_ & SHIFT). unfold L_el in LJ, C. fold c in LJ, C. destruct (UT AHEAD ltac:(lia)) as (_ & TA).
    destruct (UT BEHIND ltac:(lia)) as (_ & TB). destruct (reach t TA TB) as (_ & _ & (behind0 & behind6) & _).
    change (visible s i) with (s (place m n i)) in *. change (visible d i) with (d (place m n i)) in *.
    assert (OFI := OFF j J0 J1 MJ). unfold L_el in OFI. differences.
    assert (LOW : visible y i0 <= high + behind t \/ high = 0)
      by (destruct SHIFT as [W|W]; [left; apply W; lia|right; exact W]).
    assert (Y0 : visible y i0 = y j) by (change (y (place m n i0) = y j); rewrite B3; reflexivity).
    assert (d0 : 0 <= d j) by (eapply Rle_trans; [apply Rabs_pos|exact OFI]). apply Rabs_le_inv in OFI.
    split; [rewrite Y0 in LOW; destruct LOW; lra|]. exists i0. split; [split; lia|]. split; [|exact LOW].
    destruct (fallen i0) eqn:FI; [|reflexivity]. apply FALLEN in FI. destruct FI as (_ & FI).
    change (visible d i0 + visible s i0) with (d (place m n i0) + s (place m n i0)) in FI. rewrite B3 in FI. lra.
  + intro F. assert (NF : ~ P_falls far limit (visible s i) (visible d i)) by (rewrite <- FALLEN, F; discriminate).
    split; [destruct SZ as [SZ|SZ]; [|now contradict NF]; change (visible s i) with (s (place m n i));
      change (visible d i) with (d (place m n i)); lra|destruct E as [E|E]; [exact E|now contradict NF]].
- exact LSE.
- set (own := (fun j => L_softmax s m n j * exp (theta (L_visible_count m j))) : A_seq).
  assert (EXS : L_exponentials s m 0 n = sum_below (fun i => exp (visible s i)) c).
  { symmetry. apply (sum_over_visible (fun j => exp (s j - 0)) (fun i => exp (visible s i)) m n). intros i _.
    rewrite Rminus_0_r. reflexivity. }
  assert (WE : forall j, (0 <= j < n)%Z -> P_among m j ->
    weight (visible s) c (L_visible_count m j) = L_softmax s m n j).
  { intros j J M. destruct (number_of_key m n j J M) as (_ & A3). unfold weight, L_softmax. rewrite M, EXS. f_equal.
    change (visible s (L_visible_count m j)) with (s (place m n (L_visible_count m j))). rewrite A3. reflexivity. }
  assert (OWN : forall i, (0 <= i < c)%Z -> weight (visible s) c i * exp (theta i) = own (place m n i)).
  { intros i (I & L). destruct (KEY i I L) as (A1 & A2 & A3 & A4). unfold own.
    rewrite <- (WE _ (conj A1 A2) A3), A4. reflexivity. }
  cbv zeta in D, ZN. assert (WH := sum_of_first own (fun i => weight (visible s) c i * exp (theta i)) m n h (conj H0 H1)
    OWN). fold c in WH. cbv beta in WH. rewrite WH in D. rewrite <- EXS in ZN.
  exists own, a. split; [split; [split; [exact A0|]|]|].
  + unfold P_summed_as, P_near, L_rmul. differences. eapply Rle_trans; [exact D|].
    assert (W0 : 0 <= L_visible_total own m h).
    { apply visible_positive. intros j J M. apply Rmult_le_pos; [|left; apply Exp_prop.exp_pos]. unfold own, L_softmax.
      rewrite M. apply Rmult_le_pos; [left; apply Exp_prop.exp_pos|]. left. apply Rinv_0_lt_compat. rewrite EXS.
      apply (exponentials_positive (visible s) c). lia. }
    assert (KW : denominator_relative u t c r * L_visible_total own m h <= k * L_visible_total own m h)
      by (apply Rmult_le_compat_r; [exact W0|exact K]).
    assert (ZW : denominator_absolute u t c r most <= zeta) by exact Z. lra.
  + exists z, b. unfold P_rounded_in, P_rounded_by, P_near, L_logarithm_off, L_reached.
    unfold L_rmul, L_el, L_rlog, L_log_sum_exp. unfold reached in ZN.
    unfold rounded_at, rounded_sum.near_rounded in ZE, ZT. rewrite !GU. differences.
    rewrite (Rplus_comm (ln a)). split; [split; lra|lra].
  + intros j w b1 b2 J L M. unfold w, b1, b2. destruct (number_of_key m n j (conj J L) M) as ((A1 & A2) & A3).
    split.
    { unfold L_el. rewrite <- (WE j (conj J L) M). left. apply weight_positive. lia. }
    exists (theta (L_visible_count m j)). destruct (T (L_visible_count m j) (conj A1 A2)) as (T1 & T2).
    change (visible s (L_visible_count m j)) with (s (place m n (L_visible_count m j))) in T1.
    change (visible d (L_visible_count m j)) with (d (place m n (L_visible_count m j))) in T1. rewrite A3 in T1.
    assert (FJ := proj2 (FALLEN (L_visible_count m j))).
    change (visible s (L_visible_count m j)) with (s (place m n (L_visible_count m j))) in FJ.
    change (visible d (L_visible_count m j)) with (d (place m n (L_visible_count m j))) in FJ. rewrite A3 in FJ.
    split; [|intro F; apply T2, FJ, F]. split; [|rewrite EX; exact T1]. reflexivity.
