(* KEY 402abf45e4ca *)
From Plumbline Require Import must_fail.compare_witness number.exp_interval.
(* p = 2: of the sum 1 the share 15/16 is lost, and the root is 1/4. *)
intro H. specialize (H 1 (1 / 4 * (1 / 4)) 2 0 (15 / 16) 0). rewrite ln_1, root_of_square in H by lra. premises H.
assert (E : exp (0 + (15 / 16 + 0 * exp (2 * 0)) / 2) < 7 / 4) by interval with (i_prec 60). refuted H.
