(* KEY baeb52b2db2e *)
From Plumbline Require Import compare.rounded_sum_math compare.sums_math compare.shapes budget.products_math.
From Coq Require Import Lra.
intros u t x n k s UT B S. unfold P_bears_sum, L_rmul, L_el in B. change real_of_int with IZR in B.
assert (N : forall j, key n j -> 0 <= 0 /\ Rabs (x j - x j) <= 0 * Rabs (x j) + 0).
{ intros j _. rewrite Rminus_diag_eq, Rabs_R0 by reflexivity. lra. }
assert (W := near_terms_summed u t x x (fun _ => 0) n k s 0 UT B (Rle_refl 0) N S).
assert (NONE : sum_below (fun _ : Z => 0) n = 0) by (unfold sum_below; induction (Z.to_nat n); simpl; lra).
rewrite NONE in W.
unfold P_near, L_terms_off, L_gamma_up, L_rmul, L_rdiv, L_el, L_total, L_absolute_total, L_total, L_absolutes,
  L_gamma_of, L_compound in *. change real_of_int with IZR in *. differences. eapply Rle_trans; [exact W|]. right. ring.
