(* KEY 3fae0a30746d *)
From Plumbline.number Require Import finite sum_math.
intros n N. fold_least. apply (sum_math.blended_none n _ N), roundings_nonnegative. unfold depth.
assert (P : (0 <= n / 64)%Z) by (apply Z.div_pos; lia). lia.
