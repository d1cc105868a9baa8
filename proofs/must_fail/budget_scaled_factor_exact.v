(* KEY e95f2674f3b3 *)
From Plumbline Require Import must_fail.compare_witness.
(* The probability 1 is exact, but the factor 1 comes out as 2. *)
intro H. specialize (H 1 1 1 0 0 1 2 1 0 0 2). unfold P_rounds, L_compound in H. refuted H.
