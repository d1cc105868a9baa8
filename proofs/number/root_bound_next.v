(* KEY f0d65d4ea8d8 *)
From Plumbline.number Require Import exp_rounded upward_math finite norm_math.
intros x bound r B R. unfold L_sum_up, L_quotient_up.
assert (up_is : forall x, L_upward x = upward x) by (intro; unfold L_upward, L_rounded_sum, L_rounded_product, upward,
  above; fold_least; reflexivity).
rewrite !up_is. exact (norm_math.root_bound_next x bound r R B).
