(* KEY fc59a44311cc *)
From Plumbline.number Require Import exp_rounded upward_math finite sum_math.
From Plumbline.aggregate Require Import sharp_math.
intros n exact sum part spread N0 N1 B.
assert (up_is : forall x, L_upward x = upward x) by (intro; unfold L_upward, L_rounded_sum, L_rounded_product, upward,
  above; fold_least; reflexivity).
unfold P_near, L_product_up. rewrite up_is. replace (exact + - (1) * sum)%R with (exact - sum)%R by ring.
exact (sharp_math.sharpened_near n exact sum part spread (conj N0 N1) B).
