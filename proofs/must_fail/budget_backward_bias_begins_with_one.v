(* KEY a6f3728eb763 *)
From Plumbline Require Import compare.rounded_sum_math compare.sums_math budget.gradient_sum_math.
From Coq Require Import Lra.
(* one dS of 1, nothing is rounded: by the definition the sum is 1 *)
intro H. set (u := fun _ : Z => 0).
assert (UT : P_is_roundings u u) by (intros i _; unfold u; lra).
assert (W : P_gradient_summed u u 0 1 (fun _ => 1) (fun _ => 1) 1 (8 + 1) 0 2).
{ apply (H u u (fun _ => 1) (fun _ => 1) (fun i => 1 + IZR i) 1%Z 2); [lia|exact UT|intros i _ _; reflexivity| |].
  - split; [unfold L_el; ring|]. intros i a b I0 I1. unfold a, b, L_el. clear a b. assert (I : i = 0%Z) by lia.
    subst i. match goal with |- Rabs ?x <= _ => replace x with 0 by (change (IZR (1 + 0)) with 1; ring) end.
    rewrite Rabs_R0. unfold u. lra.
  - unfold P_result_rounded, L_el, u. replace (2 + - (1) * (1 + 1)) with 0 by ring. rewrite Rabs_R0. lra. }
destruct W as (a & b & c & d & s & y & o & (((O & Z) & PARTS) & M) & p & w & S & N).
unfold P_rounded_in, P_rounded_by, P_near, L_rmul, L_el, u in O, Z.
assert (Y : y = s) by (apply M; reflexivity).
destruct PARTS as (f & g & (((_ & A1) & _) & C1) & _). assert (C := proj1 C1 eq_refl).
destruct (N 0%Z (Z.le_refl 0) Z.lt_0_1) as (V & P). assert (V0 := proj1 V eq_refl). assert (P0 := proj1 P eq_refl).
unfold P_rounded_in, P_rounded_by, P_near, L_rmul, L_el, u in V0, P0.
assert (V1 : w 0%Z = 1) by (split_Rabs; lra). assert (P1 : p 0%Z = 1) by (split_Rabs; lra).
assert (G : forall k, L_gamma_of k 0 = 0) by (intro k; unfold L_gamma_of; rewrite Rmult_0_r; unfold Rdiv; ring).
assert (ADDED : added u = 0) by (unfold added, L_compound, u; ring).
assert (T := tiles_near u u 0 c p w (fun _ => 1) (fun _ => 0) 1 (8 + 1) 0 s 0 UT).
cbv zeta in T. unfold added_off, multiplied_off in T. rewrite ADDED, !G in T.
unfold product_unit, product_tiny, added_tiny, L_compound in T. replace (u 6%Z) with 0 in T by reflexivity.
rewrite ?G in T. rewrite C in S, T. unfold sum_below in T. simpl in T.
assert (B : Rabs (s - 1 * (0 + 1)) <= 0).
{ eapply Rle_trans; [apply T; try (unfold u; lra); try lia; try exact S|].
  - intros j (J0 & J1). replace j with 0%Z by lia. split; [lra|]. rewrite V1, P1. split_Rabs; lra.
  - unfold u. rewrite ?(Rabs_pos_eq 2) by lra. rewrite ?(Rabs_pos_eq 1) by lra. right. ring. }
split_Rabs; lra.
