(* KEY c93d439c017d *)
From Plumbline Require Import must_fail.compare_witness.
(* 1 times 1 rounded to 0, with u = 1 *)
intro H. specialize (H 0 0 1 1 1 1 1 0). unfold P_nearly in H. refuted H.
