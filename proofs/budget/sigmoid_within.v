(* KEY c23b619f35bd *)
From Plumbline Require Import compare.rounded_sum_math compare.shapes budget.maps_math.
intros u t x y (UX & U4) UT S. unfold L_rmul, L_el in U4.
destruct (UT 4%Z ltac:(lia)) as (U & T).
destruct (sigmoid_steps u t x y UT UX S) as (a & b & c & A & B & C & D).
assert (G := roundings_gamma _ _ 4 _ _ U T U4 A). assert (H := roundings_gamma _ _ 4 _ _ U T U4 D).
exists a, b, c. unfold P_rounded_often, P_rounded_by, P_near, L_gamma_up, L_gamma_tiny, L_rmul, L_rdiv, L_el.
unfold rounded_sum.near_rounded, L_gamma_of in *. differences. repeat split.
- eapply Rle_trans; [exact H|]. unfold L_gamma_up, L_rdiv, L_rmul. right. simpl (IZR 4). differences. ring.
- eapply Rle_trans; [exact G|]. unfold L_gamma_up, L_rdiv, L_rmul. right. simpl (IZR 4). differences. ring.
- exact C.
- exact B.
