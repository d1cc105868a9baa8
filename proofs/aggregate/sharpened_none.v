(* KEY d1bec6ea431f *)
From Plumbline.number Require Import sum_math.
From Plumbline.aggregate Require Import sharp_math.
intros n N. apply (sharp_math.sharpened_none n _ N), roundings_nonnegative. unfold depth.
assert (P : (0 <= n / 16)%Z) by (apply Z.div_pos; lia). lia.
