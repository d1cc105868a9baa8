(* KEY 489a9f43685b *)
From Plumbline.number Require Import exp_rounded upward_math finite norm_math.
intros n exact s N C. unfold L_product_up.
assert (up_is : forall x, L_upward x = upward x) by (intro; unfold L_upward, L_rounded_sum, L_rounded_product, upward,
  above; fold_least; reflexivity).
rewrite up_is. exact (norm_math.covered_above exact n s N C).
