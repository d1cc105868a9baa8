(* KEY 892baa7e32a5 *)
From Plumbline Require Import must_fail.compare_witness.
(* The probability 0 times the factor 1/4 comes out as 1, which is 4 for the probability. *)
intro H. specialize (H 1 0 0 0 1 (1 / 4) (1 / 4) 0 0 1 1). unfold P_rounds, L_compound in H. refuted H.
