(* KEY b9b04bc6e10c *)
From Plumbline Require Import compare.rounded_sum_math compare.exponent_math compare.shapes.
From Plumbline Require Import weight.softpick_math budget.visible_math budget.added_pushed_math.
From Plumbline Require Import budget.power_engine_math.
intros u t y v vectors m adds n k r p size z c g K P K0 C SH UT B (GE & GR) SW
  (size0 & s & (LS & (q & a & (RS & TS) & TERMS)) & W).
destruct GE as (LE1 & REL1).
unfold P_bears_power, P_bears_sum, L_rmul, L_el in B. change real_of_int with IZR in B.
assert (ST : stored_well u t) by (split; [exact UT|]; lra).
assert (U := fun i I => UT i I : 0 <= u i /\ 0 <= t i).
assert (U0 := U 0%Z ltac:(lia)). assert (U3 := U 3%Z ltac:(lia)). assert (U4 := U 4%Z ltac:(lia)).
assert (U9 := U 9%Z ltac:(lia)). assert (I : 0 < 1 / p) by (apply Rdiv_lt_0_compat; lra).
(* errors of exponents *)
assert (REL : 0 <= L_power_relative u t p).
{ assert (G3 := gamma_positive 3 (u 3%Z) ltac:(lra)). assert (G4 := gamma_positive 12 (u 4%Z) ltac:(lra)).
  assert (J : forall x z, 0 <= x -> 0 <= z -> 0 <= L_joint x z).
  { intros x x' X Y. unfold L_joint, L_rmul. assert (0 <= x * x') by (apply Rmult_le_pos; assumption). lra. }
  assert (D : 0 <= t 0%Z / p) by (apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]).
  unfold L_power_relative. apply Rplus_le_le_0_compat; [unfold L_rmul, L_rdiv, L_el; lra|].
  unfold L_gamma_up, L_rdiv, L_rmul, L_el. unfold L_gamma_of in G3, G4. differences. repeat apply J; lra. }
assert (TIN : 0 <= L_power_tiny t) by (unfold L_power_tiny, L_rmul, L_el; lra).
set (off := fun f x => L_multiple_off u t p f x).
assert (OFF : forall f x, off f x = L_power_relative u t p * (f * x) + (1 + f) * L_power_tiny t)
  by (intros; unfold off, L_multiple_off, L_rmul; ring).
assert (MON : forall f x x', 0 <= f -> x <= x' -> off f x <= off f x').
{ intros f x x' F X. rewrite !OFF. apply Rplus_le_compat_r. repeat (apply Rmult_le_compat_l; [assumption|]). exact X. }
assert (POS : forall f x, 0 <= f -> 0 <= x -> 0 <= off f x).
{ intros f x F X. rewrite OFF. apply Rplus_le_le_0_compat; repeat apply Rmult_le_pos; lra. }
assert (NEAR : forall x x' w, P_near x x' w -> Rabs (x - x') <= w)
  by (intros x x' w H; unfold P_near in H; differences; exact H).
assert (ROUND : forall e f x w, P_rounded_by e f x w -> rounded_sum.near_rounded e f x w).
{ intros e f x w H. unfold P_rounded_by, P_near, L_rmul in H. unfold rounded_sum.near_rounded. differences. lra. }
assert (EXP : forall w e, P_exponential_stored u t w e -> exponential_as u t w e).
{ intros w e (b & X & Y). exists b. split; [apply ROUND, Y|apply ROUND, X]. }
assert (OWN : L_stored_exponent u = own u).
{ unfold L_stored_exponent, own, L_gamma_up, L_gamma_of, L_rmul, L_rdiv, L_el. differences. ring. }
assert (LOST : L_power_lost u t = lost_of u t) by (unfold L_power_lost, lost_of, L_rmul, L_el; ring).
assert (O := own_positive u t ST). assert (L := lost_positive_of u t UT).
(* the scores and their largest *)
set (M := L_largest y m n) in *.
assert (ML : is_largest y m n M).
{ split; [intros j J MJ; apply largest_is_bound; assumption|].
  destruct (key_of_number m n 0 ltac:(unfold c in C; lia)) as (J & MJ & _).
  destruct (largest_is_reached y m n ltac:(lia)) as (i & I1 & I2 & I3); [intro V; rewrite (V _ J) in MJ; discriminate|].
  exists i. split; [exact I1|]. split; [exact I2|]. symmetry. exact I3. }
destruct LS as (BELOW & i0 & ((S0 & I1) & I2) & I3).
assert (SIZE : size0 <= size) by (rewrite <- S0; apply SW; assumption).
assert (SP : 0 <= size0) by (rewrite <- S0; apply Rabs_pos).
assert (DIST : forall j, sums_math.key n j -> m j = true -> - (2 * size) <= y j - M <= 0).
{ intros j (J1 & J2) MJ. destruct ML as (A & i & (A1 & A2) & A3 & A4). assert (X := A j (conj J1 J2) MJ).
  assert (Y := SW j J1 J2 MJ). assert (Z := SW i A1 A2 A3). unfold L_el in Y, Z. rewrite A4 in Z.
  apply Rabs_le_inv in Y. apply Rabs_le_inv in Z. lra. }
set (A1 := L_term_off u t p 1 size) in *.
assert (EA : A1 = off 1 (2 * size) + own u) by (unfold A1, L_term_off, L_rmul; rewrite OWN; unfold off; ring).
assert (A0 : 0 <= A1) by (rewrite EA; assert (X := POS 1 (2 * size) ltac:(lra) ltac:(lra)); lra).
set (least := L_least_exponential u t) in *.
assert (LEAST : 0 < least <= 1 /\ 2 * lost_of u t <= least).
{ unfold least, L_least_exponential, L_rmul in *. rewrite LOST in *.
  match goal with |- context [Rmax ?h _] => set (h0 := h) in * end.
  assert (H : 0 < h0) by (apply Rdiv_lt_0_compat; [lra|apply (IZR_lt 0); reflexivity]). clearbody h0.
  assert (X := Rmax_l h0 (lost_of u t)). assert (Y := Rmax_r h0 (lost_of u t)). lra. }
assert (ELP : L_least_power u t p = least_of p least).
{ unfold L_least_power, least_of, L_rmul. fold least. first [reflexivity|apply Rmax_comm]. }
clearbody least. destruct LEAST as (LEAST & HALF).
(* the terms of the sum *)
set (top := top_of (2 * size) A1 (lost_of u t)).
assert (ETOP : L_power_size u t p size = top).
{ unfold L_power_size, top, top_of, L_rmul. fold A1. rewrite LOST. ring. }
assert (TOP : 2 * size <= top /\ 0 <= top) by (unfold top, top_of; lra).
set (l := L_powered_off u t p size) in *.
assert (EL : l = p * A1 + off p top + own u).
{ unfold l, L_powered_off, L_rmul. fold A1. rewrite ETOP, OWN. unfold off. ring. }
assert (EF : L_powered_lost u t p size = exp l * least_of p least + lost_of u t).
{ unfold L_powered_lost, L_rmul, L_rexp. fold l. rewrite ELP, LOST. ring. }
assert (PA : 0 <= p * A1) by (apply Rmult_le_pos; lra).
assert (LP : 0 < least_of p least) by (eapply Rlt_le_trans; [apply Exp_prop.exp_pos|apply Rmax_l]).
assert (XL : 0 <= exp l * least_of p least) by (apply Rmult_le_pos; [left; apply Exp_prop.exp_pos|lra]).
assert (T : forall j, sums_math.key n j -> m j = true -> exists tau, Rabs tau <= l /\
  Rabs (q j - exp (p * (y j - M) + tau)) <= exp l * least_of p least + lost_of u t).
{ intros j J MJ. destruct (TERMS j (proj1 J) (proj2 J) MJ) as [(w & X & D)|(e & PE & (w & X & D))].
  - apply NEAR in D. unfold L_rmul, L_el in D. differences. fold (off p (2 * size0)) in D.
    destruct (exponential_off u t _ _ _ _ ST D (EXP _ _ X)) as (tau & T1 & T2). exists tau.
    split; [|eapply Rle_trans; [exact T2|lra]].
    assert (N := MON p (2 * size0) top ltac:(lra) ltac:(lra)). rewrite EL. lra.
  - apply NEAR in D. unfold L_rmul, L_el in D. differences. fold (off 1 (2 * size0)) in D.
    destruct (exponential_off u t _ _ _ _ ST D (EXP _ _ X)) as (tau & T1 & T2).
    assert (N := MON 1 (2 * size0) (2 * size) ltac:(lra) ltac:(lra)).
    assert (TA : Rabs tau <= A1) by (rewrite EA; lra). assert (DJ := DIST j J MJ).
    destruct PE as ((E0 & NO) & YES).
    destruct (powered_near p (2 * size) A1 (lost_of u t) least (1 * (y j - M) + tau) e (off p) u t (q j))
      as (theta & H1 & H2); try assumption; try reflexivity.
    + apply Rabs_le_inv in TA. split; [lra|]. split; [exact LEAST|]. split; [exact HALF|]. split.
      { unfold L_rmul in GR. rewrite LOST in GR. rewrite (Rplus_comm A1). exact GR. }
      split; [split; [lra|exact T2]|]. split; [intros; apply MON; [lra|assumption]|].
      split; [|apply POS; [lra|exact (proj2 TOP)]].
      intros x x' X'. rewrite !OFF.
      assert (R : L_power_relative u t p * (p * (x' - x)) <= 1 * (p * (x' - x))).
      { apply Rmult_le_compat_r; [apply Rmult_le_pos; lra|exact REL1]. }
      lra.
    + intro Z. apply ROUND, NO, Z.
    + intro Z. destruct (YES Z) as (w' & Y1 & Y2). exists w'. split; [apply NEAR in Y2; exact Y2|apply EXP, Y1].
    + fold top in H1, H2. exists (p * tau + theta).
      assert (PT : Rabs (p * tau) <= p * A1).
      { rewrite Rabs_mult, (Rabs_pos_eq p) by lra. apply Rmult_le_compat_l; lra. }
      split; [rewrite EL; eapply Rle_trans; [apply Rabs_triang|]; lra|].
      replace (p * (y j - M) + (p * tau + theta)) with (p * (1 * (y j - M) + tau) + theta) by ring.
      eapply Rle_trans; [exact H2|]. apply Rplus_le_compat_r, Rmult_le_compat_r; [lra|].
      apply exp_monotone. rewrite EL. lra. }
set (lost := exp l * least_of p least + lost_of u t) in *.
assert (ESH : L_power_share_of u t p c k size = share_of u t c k l lost).
{ unfold L_power_share_of, L_power_share. fold l. rewrite EF. fold lost.
  unfold share_of, L_joint, L_gamma_up, L_gamma_of, L_compound, L_rmul, L_rdiv, L_rexp, L_el.
  change real_of_int with IZR. differences. ring. }
rewrite ESH in SH.
assert (BK : IZR k * u 6%Z < 1) by lra.
assert (LO : 0 <= lost) by (unfold lost; lra).
rewrite K in TS.
destruct (sum_logarithm u t y q m n p M k l lost a s LO ST BK K0 P ML T SH TS (ROUND _ _ _ _ RS)) as (S & SL).
fold c in SL.
assert (EG : g = l + share_of u t c k l lost / (1 - share_of u t c k l lost)).
{ unfold g, L_power_sum_off, L_logarithm_off. fold l. rewrite ESH. unfold L_rdiv. differences. reflexivity. }
rewrite <- EG in SL.
assert (ER : L_root_off u t p c g = root_of_sum u off p g c).
{ unfold L_root_off, root_of_sum. cbv zeta. change (L_rdiv 1 p) with (1 / p). rewrite OWN.
  change (L_rlog (real_of_int c)) with (ln (IZR c)). rewrite (Rplus_comm g). unfold off, L_rmul. ring. }
set (gives := fun (e : A_seq) d => P_weighed_quotients u t adds e v vectors m n k d z).
assert (TIMES : forall h (e : A_seq) d, 0 < h <= 1 -> gives e d -> gives (fun j => h * e j) (h * d)).
{ intros h e d H (G1 & G2). split; intro N;
    [apply (quotients_times u t h (L_visible_of m n e))|apply (added_quotients_times u t h (L_visible_of m n e))];
    first [exact UT|exact H|reflexivity|exact (G1 N)|exact (G2 N)]. }
assert (WD : weighs_and_divides u t y m n p g (2 * size) z off gives).
{ assert (H : is_weighed u t y m n p M g (2 * size) s off).
  { split; [exact ST|]. split; [exact P|]. split; [exact ML|]. split; [exact MON|]. split; [exact POS|].
    split; [lra|exact SL]. }
  assert (N := MON 1 (2 * size0) (2 * size) ltac:(lra) ltac:(lra)).
  destruct W as [(e & d & (R & E) & Q)|(e & Q & E)]; rewrite K in Q.
  - destruct (R S) as (w & R1 & R2). apply NEAR in R2.
    apply (root_divides u t y m n p M g (2 * size) s z off gives H TIMES e w d); [|exact R2|apply EXP, R1|exact Q].
    intros j J MJ. destruct (E j (proj1 J) (proj2 J) MJ) as (w' & X & D). exists w'. split; [|apply EXP, X].
    apply NEAR in D. unfold L_rmul, L_el in D. differences. fold (off 1 (2 * size0)) in D. fold M in D. lra.
  - apply (logarithm_weighs u t y m n p M g (2 * size) s z off gives H e); [|exact Q].
    intros j J MJ. destruct (E j (proj1 J) (proj2 J) MJ S) as (w' & X & D). exists w'. split; [|apply EXP, X].
    apply NEAR in D. unfold L_rmul, L_el in D. differences. fold M in D. fold (off 1 (2 * size0)) in D.
    change (L_rdiv 1 p) with (1 / p) in D. change (L_rlog s) with (ln s) in D. fold (off (1 / p) (Rabs (ln s))) in D.
    lra. }
assert (IN : forall x h x', within x h (lost_of u t) x' -> P_within_power x h (L_power_lost u t) x').
{ intros x h x' (e & X & Y). exists e. unfold P_near, L_rmul, L_rexp. rewrite LOST. differences. rewrite Rminus_0_r.
  split; assumption. }
destruct WD as (qq & d & A & D & Q). exists qq, d. split; [split|exact Q].
- rewrite ER. apply IN, D.
- intros j J1 J2 MJ. unfold L_power_weight_off. rewrite ER. fold A1. rewrite EA.
  apply IN, A; [split; assumption|exact MJ].
