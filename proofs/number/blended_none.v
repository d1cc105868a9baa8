(* KEY 084356b506b8 *)
From Plumbline.number Require Import sum_math.
intros n N. apply (sum_math.blended_none n _ N), roundings_nonnegative. unfold depth.
assert (P : (0 <= n / 64)%Z) by (apply Z.div_pos; lia). lia.
