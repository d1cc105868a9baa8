(* KEY b17dc5363ab6 *)
From Plumbline Require Import compare.rounded_sum_math compare.sums_math compare.shapes.
From Plumbline Require Import budget.visible_math budget.products_math budget.step_by_step_math.
From Plumbline Require Import budget.gradient_sum_math.
intros u t x v m n k r i j l a b c s count R0 K UT BT ONES (p & w & S & N).
rounding P_rounded_in u t IN.
assert (C0 : (0 <= count)%Z) by apply (count_grows m (Z.to_nat n) (Z.to_nat n) (le_n _)).
assert (BS : IZR k * u 6%Z < 1) by (destruct BT; unfold P_bears_sum, L_rmul, L_el in *; tauto).
assert (BA : IZR r * added u < 1) by (destruct BT; unfold P_bears_sum, L_rmul, L_el in *; tauto).
unfold P_parts_or_one in ONES. assert (A1 : i = 0%Z -> a = 1) by tauto.
assert (B1 : j = 0%Z -> b = 1) by tauto.
assert (C1 : l = 0%Z -> c = 1) by tauto.
assert (U : forall step, (0 <= step < 12)%Z -> 0 <= u step) by (intros step I; apply UT, I).
assert (T : forall step, (0 <= step < 12)%Z -> 0 <= t step) by (intros step I; apply UT, I).
set (q := L_visible_of m n x) in *. set (z := L_visible_of m n v) in *.
assert (NEAR : forall has first second f y yy, (has = 0%Z -> f = 1) -> 0 <= u second ->
  ((has = 0%Z -> rounded_at u t second y yy) /\
   (has <> 0%Z -> exists e, rounded_at u t second e yy /\ rounded_at u t first (f * y) e)) ->
  near_rounded (L_chosen has (L_compound (u first) (u second)) (u second))
    (L_chosen has (t first * (1 + u second) + t second) (t second)) (f * y) yy).
{ intros has first second f y yy ONE P (H0 & H1). unfold L_chosen, gradient_sum.L_chosen.
  destruct (Z.eqb_spec has 0) as [E|E].
  - rewrite ONE, Rmult_1_l by exact E. apply H0, E.
  - destruct (H1 E) as (e & Q & R). exact (compound_rounded _ _ _ _ _ _ _ P R Q). }
assert (POS : forall has x y, 0 <= x -> 0 <= y -> 0 <= L_chosen has x y)
  by (intros has f g; unfold L_chosen, gradient_sum.L_chosen; destruct (has =? 0)%Z; trivial).
assert (WU : L_weight_unit u j = L_chosen j (L_compound (u 6%Z) (u 5%Z)) (u 5%Z)) by reflexivity.
assert (VU : L_value_unit u i = L_chosen i (L_compound (u 0%Z) (u 1%Z)) (u 1%Z)) by reflexivity.
assert (WT : L_weight_tiny u t j = L_chosen j (t 6%Z * (1 + u 5%Z) + t 5%Z) (t 5%Z)).
{ unfold L_weight_tiny, L_rmul, L_el. f_equal. ring. }
assert (VT : L_value_tiny u t i = L_chosen i (t 0%Z * (1 + u 1%Z) + t 1%Z) (t 1%Z)).
{ unfold L_value_tiny, L_rmul, L_el. f_equal. ring. }
assert (MU : product_unit u l = L_multiplied_unit u l) by reflexivity.
assert (MT : product_tiny u t l (Rabs c) = L_multiplied_tiny u t l (Rabs c)).
{ unfold product_tiny, L_multiplied_tiny, L_chosen, gradient_sum.L_chosen, L_rmul, L_el.
  destruct (l =? 0)%Z; [reflexivity|ring]. }
assert (H : forall g, key count g ->
  near_rounded (L_weight_unit u j) (L_weight_tiny u t j) (b * q g) (p g) /\
  near_rounded (L_value_unit u i) (L_value_tiny u t i) (a * z g) (w g)).
{ rewrite WU, VU, WT, VT. intros g (G0 & G1). destruct (N g G0 G1) as (NV & NW). split.
  - apply (NEAR j 6%Z 5%Z); [exact B1|apply U; lia|]. destruct NW as (W0 & W1). split; [intros E; apply IN, W0, E|].
    intros E. destruct (W1 E) as (e & X & Y). exists e. split; apply IN; assumption.
  - apply (NEAR i 0%Z 1%Z); [exact A1|apply U; lia|]. destruct NV as (W0 & W1). split; [intros E; apply IN, W0, E|].
    intros E. destruct (W1 E) as (e & X & Y). exists e. split; apply IN; assumption. }
assert (SUMS : forall f g h, 0 <= f -> 0 <= g -> 0 <= h -> 0 <= f * (1 + g) + h)
  by (intros; apply Rplus_le_le_0_compat; [apply Rmult_le_pos|]; lra).
assert (WU0 : 0 <= L_weight_unit u j) by (rewrite WU; apply POS; [apply compound_positive|]; apply U; lia).
assert (VU0 : 0 <= L_value_unit u i) by (rewrite VU; apply POS; [apply compound_positive|]; apply U; lia).
assert (WT0 : 0 <= L_weight_tiny u t j) by (rewrite WT; apply POS; [apply SUMS|]; solve [apply U; lia|apply T; lia]).
assert (VT0 : 0 <= L_value_tiny u t i) by (rewrite VT; apply POS; [apply SUMS|]; solve [apply U; lia|apply T; lia]).
assert (W := scaled_tiles_within u t l a b c p w q z count k r s _ _ _ _ UT BS BA C0 K R0 WU0 WT0 VU0 VT0 C1 H S).
cbv zeta in W. rewrite MU, MT in W.
set (wu := L_weight_unit u j) in *. set (wt := L_weight_tiny u t j) in *. set (vu := L_value_unit u i) in *.
set (vt := L_value_tiny u t i) in *. set (mu := L_multiplied_unit u l) in *.
set (mt := L_multiplied_tiny u t l (Rabs c)) in *.
assert (ONE : forall f g,
  L_weighted f m g 1 0 n = sum_below (fun h => L_visible_of m n f h * L_visible_of m n g h) count).
{ intros f g. transitivity (sum_below (fun h => if m h then f h * g h else 0) n).
  - apply sum_same. intros h _. unfold L_place. replace (h * 1 + 0)%Z with h by ring. reflexivity.
  - symmetry. exact (sum_of_visible (fun h => f h * g h) m n). }
assert (TERMS : L_product_sizes x v m n = sum_below (fun h => Rabs (q h * z h)) count).
{ unfold L_product_sizes. rewrite ONE. apply sum_same. intros h _. rewrite Rabs_mult. reflexivity. }
assert (SIZE : forall f, L_visible_total (L_absolutes f) m n = sum_below (fun h => Rabs (L_visible_of m n f h)) count)
  by (intros f; symmetry; exact (sum_of_visible (fun h => Rabs (f h)) m n)).
rewrite ONE, TERMS, !SIZE. fold q z.
unfold P_near, L_tiles_off. cbv zeta. fold wu wt vu vt mu mt.
unfold L_added_off, L_multiplied_off, L_tile_part, L_tile_rest, L_tile_lost, L_added_unit, L_added_tiny, L_gamma_up,
  L_joint, L_rmul, L_rdiv, L_el.
unfold added_off, multiplied_off, added, added_tiny, L_gamma_of, L_compound in W.
change real_of_int with IZR. differences. eapply Rle_trans; [exact W|]. right.
replace (IZR (1 + r)) with (IZR (r + 1)) by (f_equal; ring). ring.
