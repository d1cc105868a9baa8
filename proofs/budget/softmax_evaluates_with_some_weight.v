(* KEY 6c8d36926d24 *)
From Plumbline Require Import compare.sums_math proposition.operators_math budget.direct_math budget.visible_math.
intros u t s d y v m n c r far limit size errors most kv eta1 k zeta1 x M OFF O
  (((((((C & C0) & R0) & UT) & B) & SZ) & LIM) & _) (eta & zeta & GROWN).
assert (SUMS : P_sums_within u t c r most (L_visible_total (L_absolutes v) m n) kv eta k zeta) by tauto.
assert (E1 : L_rmul eta (L_rexp most) <= eta1) by tauto. assert (Z1 : L_rmul zeta (L_rexp most) <= zeta1) by tauto.
set (none := (fun _ => 0) : A_seq).
assert (U : forall i, (0 <= i < 12)%Z -> 0 <= L_el u i) by (intros i I; apply UT, I).
assert (G : 0 <= L_gamma_up 6 (L_el u 4)).
{ unfold P_bears_keys, L_gamma_up, L_rdiv, L_rmul in *. assert (U4 := U 4%Z ltac:(lia)).
  apply Rmult_le_pos; [lra|]. left. apply Rinv_0_lt_compat. lra. }
assert (GROWS : forall a b, a <= b -> L_exponent_off u t c r size 0 a <= L_exponent_off u t c r size 0 b).
{ intros a b L. unfold L_exponent_off. cbv zeta.
  assert (A : L_argument_off u t c r size 0 a <= L_argument_off u t c r size 0 b).
  { unfold L_argument_off, L_rmul in *.
    assert (S := Rmult_le_compat_l _ (0 + a + size + L_reached t) (0 + b + size + L_reached t) G ltac:(lra)). lra. }
  unfold L_rmul.
  assert (S := Rmult_le_compat_l _ (a + size + L_reached t + L_argument_off u t c r size 0 a)
    (b + size + L_reached t + L_argument_off u t c r size 0 b) (U 9%Z ltac:(lia)) ltac:(lra)). lra. }
(* as computed, a score lies between these *)
assert (NEAR : forall j, (0 <= j)%Z -> (j < n)%Z -> P_among m j ->
  L_el s j - L_el d j <= L_el y j <= L_el s j + L_el d j /\ 0 <= L_el d j).
{ intros j J K H. assert (A := OFF j J K H). assert (P := Rabs_pos (L_el y j + -1 * L_el s j)).
  apply Rabs_le_inv in A. lra. }
assert (FALLS : forall j, (0 <= j)%Z -> (j < n)%Z -> P_among m j ->
  P_falls far limit (L_el s j) (L_el d j) -> P_falls far limit (L_el y j) (L_el none j)).
{ intros j J K H (F & L). destruct (NEAR j J K H) as (A & _). split; [exact F|]. unfold none, L_el in *. lra. }
assert (SIZES : P_visible_sizes y none m n far limit size).
{ intros j a b J K H. unfold a, b. destruct (NEAR j J K H) as (A & D).
  destruct (SZ j J K H) as [S|F]; [left|right; apply FALLS; assumption].
  unfold none, L_el in *. apply Rle_trans with (2 := S). rewrite Rplus_0_l.
  apply Rabs_le. assert (S1 := Rle_abs (s j)). assert (S2 := Rle_abs (- s j)). rewrite Rabs_Ropp in S2. lra. }
assert (ROW : P_visible_row u t y none m n c r far limit size most).
{ split; [split; [split; [tauto|exact SIZES]|]|].
  - intro F. destruct (LIM F) as (L & j & (((J & K) & S) & N) & H). destruct (NEAR j J K H) as (A & _).
    split; [exact L|]. exists j. unfold none, L_el in *. repeat split; try assumption. lra.
  - intros j a b J K H. unfold a, b. destruct (SIZES j J K H) as [S|F]; [left|right; exact F].
    apply Rle_trans with (2 := M). unfold none, L_el in *. apply GROWS. lra. }
destruct (Q_visible_softmax_evaluates u t y none y v m n c r far limit size most kv eta k zeta x)
  as (p & E & W); try assumption.
{ intros j _ _ _. unfold none, L_el. apply Rabs_le. lra. }
(* some key does not fall, and its exponent is off by at most that of the largest score *)
assert (TAU : forall j tau, (0 <= j)%Z -> (j < n)%Z -> P_among m j -> ~ P_falls far limit (L_el y j) (L_el none j) ->
  Rabs tau <= L_exponent_off u t c r size (L_el none j) (Rabs (L_el y j)) -> Rabs tau <= most).
{ intros j tau J K H F T. destruct (SIZES j J K H) as [S|S]; [|contradiction].
  apply Rle_trans with (1 := T), Rle_trans with (2 := M). unfold none, L_el in *. apply GROWS. lra. }
destruct (key_of_number m n 0 ltac:(lia)) as ((I0 & I1) & I2 & _).
assert (M0 : 0 <= most).
{ assert (SOME : exists j, (0 <= j)%Z /\ (j < n)%Z /\ P_among m j /\ ~ P_falls far limit (L_el y j) (L_el none j)).
  { destruct (Z.eq_dec far 0) as [F|F].
    - exists (place m n 0). repeat split; try assumption. intros (G1 & _). contradiction.
    - destruct (LIM F) as (L1 & j & (((J & K) & S) & N) & H1). exists j. repeat split; try assumption. intros (_ & G1).
      destruct (NEAR j J K H1) as (A & _). assert (T9 := proj2 (UT 9%Z ltac:(lia))).
      assert (T10 := proj2 (UT 10%Z ltac:(lia))). unfold L_reached, none, L_el in *. lra. }
  destruct SOME as (j & J & K & H & F). destruct (W j J K H) as (_ & tau & (_ & T) & _).
  apply Rle_trans with (1 := Rabs_pos tau). exact (TAU j tau J K H F T). }
assert (LEAST : forall j, (0 <= j)%Z -> (j < n)%Z -> P_among m j ->
  0 <= p j /\ exp (- most) * L_softmax y m n j <= p j).
{ intros j J K H. destruct (W j J K H) as (W0 & tau & (P & T) & T0). change (p j) with (L_el p j). rewrite <- P.
  unfold L_rmul, L_rexp. split; [apply Rmult_le_pos; [exact W0|left; apply Exp_prop.exp_pos]|].
  rewrite Rmult_comm. apply Rmult_le_compat_l; [exact W0|]. apply exp_le.
  destruct (Req_dec tau 0) as [E0|E0]; [lra|].
  assert (A := TAU j tau J K H (fun F => E0 (T0 F)) T). apply Rabs_le_inv in A. lra. }
assert (ONE : L_visible_total (L_softmax y m n) m n = 1) by (apply visible_softmax_sum; exists (place m n 0); auto).
set (q := (fun j => exp most * p j) : A_seq). exists q.
assert (Q0 : forall j, (0 <= j)%Z -> (j < n)%Z -> P_among m j -> 0 <= q j).
{ intros j J K H. apply Rmult_le_pos; [left; apply Exp_prop.exp_pos|apply LEAST; assumption]. }
split; [split; [|exact Q0]|].
- rewrite <- ONE. apply visible_monotone. intros j (J & K) H. destruct (LEAST j J K H) as (_ & L). unfold q.
  apply (Rmult_le_compat_l (exp most)) in L; [|left; apply Exp_prop.exp_pos].
  rewrite <- Rmult_assoc, <- exp_plus, Rplus_opp_r, exp_0, Rmult_1_l in L. exact L.
- apply (Q_evaluates_wider q v m n kv (eta * exp most) k (exp most * zeta)); try lra; try assumption.
  + unfold L_rmul, L_rexp in Z1. lra.
  + apply (Q_evaluates_in_any_unit p q v m n kv eta k zeta x (exp most)); [apply Exp_prop.exp_pos|exact E|reflexivity].
