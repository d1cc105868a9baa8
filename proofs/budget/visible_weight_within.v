(* KEY db27ad195374 *)
From Plumbline Require Import compare.sums_math compare.shapes budget.weight_math.
From Plumbline Require Import proposition.operators_math proposition.mirror_math.
intros u t s d y m n c r i far limit size most kv eta k zeta w di si I0 I1 M OFF W SW ROW. unfold di, si.
assert (PARTS := ROW). destruct PARTS as (((((((_ & _) & _) & UT) & _) & _) & LIM) & E).
assert (I : key n i) by (split; assumption).
assert (ONE : L_visible_total (L_absolutes (L_indicator i)) m n = 1).
{ transitivity (L_visible_total (fun j => 1 * L_indicator i j) m n).
  - unfold L_visible_total. apply sum_same. intros j _. destruct (m j); [|reflexivity].
    unfold L_absolutes, L_indicator. destruct (i =? j)%Z; [rewrite Rabs_R1|rewrite Rabs_R0]; ring.
  - apply (visible_of_one n m (fun _ => 1) i I M). }
destruct (Q_visible_softmax_evaluates u t s d y (L_indicator i) m n c r far limit size most kv eta k zeta w)
  as (p & EV & P);
  try assumption; try reflexivity.
{ rewrite ONE. exact SW. }
apply Q_weight_is_a_mean in EV; try assumption. destruct EV as (a & b & (A & EA) & EB).
assert (EXP : forall x, L_rexp x = exp x) by apply Q_rexp_is_exponential.
assert (MUL : forall x z, L_rmul x z = x * z) by apply Q_rmul_is_product.
(* some key does not fall *)
assert (MOST : 0 <= most).
{ assert (STANDS : forall j, key n j -> m j = true -> ~ P_falls far limit (s j) (d j) -> 0 <= most).
  { intros j (J0 & J1) MJ NF. destruct (P j J0 J1 MJ) as (_ & tau & (_ & L) & _). destruct (E j J0 J1 MJ) as [EJ|F];
      [|contradiction]. assert (T0 := Rabs_pos tau). unfold L_el in *. lra. }
  destruct (Z.eq_dec far 0) as [FAR|FAR]; [apply (STANDS i I M); intros (NF & _); exact (NF FAR)|].
  destruct (LIM FAR) as (_ & j & ((J & LJ) & _) & MJ). apply (STANDS j J MJ). intros (_ & F).
  assert (O := OFF j (proj1 J) (proj2 J) MJ). destruct (UT 9%Z ltac:(lia)) as (_ & AHEAD).
  destruct (UT 10%Z ltac:(lia)) as (_ & BEHIND). unfold L_reached, L_el in *.
  assert (0 <= d j) by (eapply Rle_trans; [apply Rabs_pos|exact O]). lra. }
assert (ENDS : forall j, key n j -> m j = true ->
  exp (- most) * L_softmax s m n j <= p j <= exp most * L_softmax s m n j).
{ intros j (J0 & J1) MJ. destruct (P j J0 J1 MJ) as (W0 & tau & (T & L) & F0). specialize (E j J0 J1 MJ).
  assert (TM : Rabs tau <= most) by (destruct E as [E|F]; [lra|rewrite (F0 F), Rabs_R0; exact MOST]).
  rewrite EXP, MUL in T. unfold L_el in T, W0. rewrite <- T, !(Rmult_comm (exp _)).
  assert (LL : - most <= tau <= most) by (split_Rabs; lra).
  split; apply Rmult_le_compat_l; try exact W0; apply exp_le; lra. }
assert (S1 := visible_softmax_sum s m n (ex_intro _ i (conj I0 (conj I1 M)))).
assert (T : exp (- most) <= L_visible_total p m n <= exp most).
{ rewrite <- (Rmult_1_r (exp (- most))), <- (Rmult_1_r (exp most)), <- S1, <- !sum_factor. unfold L_visible_total.
  split; apply sum_monotone; intros j J; destruct (m j) eqn:MJ; try lra; apply (ENDS j J MJ). }
assert (POS : 0 < L_visible_total p m n) by (eapply Rlt_le_trans; [apply Exp_prop.exp_pos|apply T]).
destruct (P i I0 I1 M) as (_ & tau & (TAU & L) & F). exists tau. split; [|exact F]. split; [exact L|]. rewrite TAU.
assert (LN : Rabs (ln (L_visible_total p m n)) <= most).
{ apply Rabs_le. rewrite <- (ln_exp most) at 2. rewrite <- (ln_exp (- most)). destruct T as (T0 & T1).
  split; apply ln_monotone; try assumption; apply Exp_prop.exp_pos. }
exists (ln (L_visible_total p m n)), a, b. rewrite EXP, exp_ln by exact POS. unfold P_summed_as, P_near.
rewrite (MUL w b), (MUL kv), (MUL k). repeat split; try assumption. rewrite Rmult_comm. exact A.
