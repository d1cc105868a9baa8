(* KEY e8cc1262aec7 *)
From Plumbline Require Import must_fail.compare_witness compare.shapes.
(* the only term, 0, comes out as 1 *)
intro H. specialize (H 0 1 0 1 (fun _ => 0) (fun _ => 1) 1%Z 1%Z 1%Z 0%Z). sums. rewrite !sum_one in H. premises H.
refine (_ (H _)).
- clear H. intro H. refuted H.
- apply sum_of_one_rounded. unfold near_rounded. numbers.
