(* KEY c2eedc61da26 *)
From Plumbline Require Import must_fail.compare_witness.
(* 10 turns that come out as -10, and the upper end 1 *)
intro H. specialize (H 10 (-10) 1 2). refuted H.
