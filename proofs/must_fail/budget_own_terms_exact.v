(* KEY f15c3c7cc1eb *)
From Plumbline Require Import must_fail.compare_witness compare.shapes.
(* the only term, 1, came out as 0 *)
intro H. specialize (H 0 1 0 (fun _ => 1) (fun _ => 0) (fun _ => 1) 1%Z 0%Z 0%Z 0%Z).
unfold P_nearly, real_of_int in H. sums. premises H.
specialize (H (sum_of_one 0 0 0 (fun _ => 0)) ltac:(intros; numbers)). rewrite sum_one in H. refuted H.
