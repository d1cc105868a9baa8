(* KEY 7b88093389a1 *)
From Plumbline Require Import must_fail.compare_witness.
(* The angle 1 of position 1 comes out as 2, though the frequency 1 is exact. *)
intro H. specialize (H 1 0 1 0 0 1 0 1). refuted H.
