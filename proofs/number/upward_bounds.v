(* KEY 790a3773b625 *)
From Plumbline.number Require Import exp_rounded upward_math ball_math finite.
intros x H. assert (up_is : forall x, L_upward x = upward x) by (intro; unfold L_upward, L_rounded_sum,
  L_rounded_product, upward, above; fold_least; reflexivity).
rewrite up_is. apply up_bounds. exact H.
