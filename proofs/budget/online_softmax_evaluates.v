(* KEY 2082f699a914 *)
From Plumbline Require Import compare.rounded_sum_math compare.sums_math compare.softmax_math compare.shapes.
From Plumbline Require Import budget.direct_math budget.row_softmax_math budget.divided_softmax_math.
intros u t s d y v m n r far limit size most kv eta k zeta x N R0 K KV Z ETA UT V B OFF SZ O LIM E.
change real_of_int with IZR in *.
assert (GU : forall a b, L_gamma_up a b = gamma a b).
{ intros a b. unfold L_gamma_up, L_rdiv, L_rmul, L_gamma_of. f_equal. ring. }
assert (JO : forall a b, L_joint a b = compound a b) by (intros; unfold L_joint, L_rmul, L_compound; ring).
assert (EX : forall a b, L_exponent_off u t n r size a b = exponent u t n r size a b).
{ intros a b. unfold L_exponent_off, L_argument_off, L_shift_off, L_exponentials_off, L_reached.
  unfold exponent, argument, row_softmax_math.shift, exponentials, reached. cbv zeta. rewrite !GU.
  unfold L_rmul, L_rlog, L_el.
    change real_of_int with IZR.
  replace (3 + IZR r) with (IZR r + 3) by ring. ring. }
assert (LP : L_lost_probability u t r = lost u t n r).
{ unfold L_lost_probability, L_times_smaller, L_times_larger, lost, own_lost, times_smaller, times_larger.
  unfold L_rmul, L_rexp, L_el. change real_of_int with IZR. unfold left_over.
  rewrite pow_inv.
  replace (2 ^ 80) with 1208925819614629174706176 by (simpl; ring). field. }
assert (LS : L_lost_sum t n r = sum_tiny u t n r).
{ unfold L_lost_sum, L_times_smaller, sum_tiny, own_tiny, times_smaller, L_rmul, L_rexp, L_el. change real_of_int with
  IZR. rewrite plus_IZR. ring. }
assert (AC : L_accumulated u n r = gamma (IZR n + IZR r + 8) (u 6%Z)).
{ unfold L_accumulated. rewrite GU. unfold L_el. change real_of_int with IZR. rewrite plus_IZR. f_equal. ring. }
assert (UG : L_underflow_gain u n r most = gain u t n r most).
{ unfold L_underflow_gain, gain, L_rmul, L_rexp. rewrite AC. reflexivity. }
assert (LT : L_lost_total u t n r = IZR n * lost u t n r + sum_tiny u t n r).
{ unfold L_lost_total, L_rmul. rewrite LP, LS. change real_of_int with IZR. ring. }
assert (DI : L_dividing u t n r = dividing u t n r).
{ unfold L_dividing, dividing, L_rmul. rewrite AC, LT. ring. }
assert (LQ : L_lost_quotient u t r = lost_quotient u t n r).
{ unfold L_lost_quotient, lost_quotient, L_rmul, L_el. rewrite LP. ring. }
assert (model : is_model u t n r).
{ unfold P_bears_keys, L_rmul, L_el in B. change real_of_int with IZR in B. rewrite plus_IZR in B.
  split; [exact UT|]. repeat split; lra. }
set (fallen := fun j => if Z.eq_dec far 0 then false else if Rle_dec (d j + s j) limit then true else false).
assert (FALLEN : forall j, fallen j = true <-> P_falls far limit (s j) (d j)).
{ intro j. unfold fallen, P_falls. destruct (Z.eq_dec far 0); [|destruct (Rle_dec (d j + s j) limit)];
    split; intro F; try discriminate; tauto. }
destruct (online_softmax_evaluates u t n r s d y v fallen m size most x model ltac:(lia) R0) as (p & theta & P & T & W).
- intros j (J1 & J2). apply (V j J1 J2).
- intros j (J1 & J2). assert (OFJ := OFF j J1 J2). specialize (SZ j J1 J2). specialize (E j J1 J2). cbv zeta in *.
  rewrite EX in E. differences. unfold L_el in *. split; [exact OFJ|]. split.
  + intro F. apply FALLEN in F. destruct F as (FAR & F).
    destruct (LIM FAR) as ((LL & L8) & i & (I0 & LI) & I1). unfold L_reached, L_rmul, L_el in *. unfold reached.
    split; [lra|]. intros high (_ & SHIFT). destruct (UT AHEAD ltac:(lia)) as (_ & TA).
    destruct (UT BEHIND ltac:(lia)) as (_ & TB). destruct (reach t TA TB) as (_ & _ & (A0 & A6) & _).
    unfold L_el in LI. assert (OFI := OFF i I0 ltac:(lia)). unfold L_el in OFI. differences.
    assert (LOW : y i <= high + behind t \/ high = 0) by (destruct SHIFT as [W|W]; [left; apply W; lia|right; exact W]).
    assert (d0 : 0 <= d i) by (eapply Rle_trans; [apply Rabs_pos|exact OFI]). apply Rabs_le_inv in OFI.
    split; [destruct LOW; lra|]. exists i. split; [split; lia|]. split; [|exact LOW].
    destruct (fallen i) eqn:FI; [|reflexivity]. apply FALLEN in FI. destruct FI as (_ & FI). lra.
  + intro F. assert (NF : ~ P_falls far limit (s j) (d j)) by (rewrite <- FALLEN, F; discriminate).
    split; [destruct SZ as [SZ|SZ]; [lra|tauto]|destruct E as [E|E]; [exact E|tauto]].
- exact O.
- assert (positive : forall j, 0 <= weight s n j) by (intro j; left; apply weight_positive; lia).
  assert (SM : forall j, key n j -> L_softmax s m n j = weight s n j).
  { intros j (J1 & J2). unfold L_softmax, weight. rewrite (V j J1 J2). f_equal. apply sum_same. intros i (I1 & I2).
    rewrite (V i I1 I2), Rminus_0_r. reflexivity. }
  exists p. split.
  + destruct W as (a & b & Q & EA & EB). exists a, b. split; [exact Q|].
    assert (PP : 0 <= L_visible_total p m n) by (apply visible_positive; intros j _ _; apply P).
    assert (PA : 0 <= L_visible_total (fun j => p j * Rabs (v j)) m n).
    { apply visible_positive. intros j _ _. apply Rmult_le_pos; [apply P|apply Rabs_pos]. }
    unfold L_numerator_relative in KV. unfold L_denominator_relative in K. rewrite !JO, AC in KV, K.
    unfold L_numerator_absolute in ETA. unfold L_denominator_absolute in Z. cbv zeta in ETA, Z.
    rewrite UG, DI, LQ, LS in ETA. rewrite UG, LT in Z. unfold L_rmul, L_el in ETA, Z.
    change real_of_int with IZR in ETA, Z.
    change (L_absolute_total v n) with (sum_below (fun j => Rabs (v j)) n) in ETA. split.
    * eapply Rle_trans; [exact EA|]. apply Rplus_le_compat; [apply Rmult_le_compat_r; [exact PA|exact KV]|].
      eapply Rle_trans; [|exact ETA]. unfold numerator_absolute. right. ring.
    * eapply Rle_trans; [exact EB|]. apply Rplus_le_compat; [apply Rmult_le_compat_r; [exact PP|exact K]|].
      eapply Rle_trans; [|exact Z]. unfold denominator_absolute. right. ring.
  + intros j L b1 b2 J1 J2. unfold L, b1, b2. split; [unfold L_el; rewrite (SM j (conj J1 J2)); apply positive|].
    exists (theta j). destruct (T j (conj J1 J2)) as (T1 & T2).
    split; [|intro F; apply T2, FALLEN, F]. split; [|rewrite EX; exact T1].
    unfold L_rmul, L_rexp, L_el. rewrite (SM j (conj J1 J2)). symmetry. apply P.
