(* KEY c98c187a00d0 *)
From Plumbline Require Import must_fail.engine_witness.
(* 2000 times 1 *)
intro H. assert (UT : P_is_roundings none none) by (apply only_are_roundings; lra).
assert (W := H none none (each 1) (each 1) 1%Z 2000 ltac:(lia) UT).
destruct W as (a & b & c & x & z & depth & all & product & stored & _ & _ & _ & _ & _ & _ & _ & Y).
unfold L_dots, sum_below in Y. simpl in Y. values. bounds. lra.
