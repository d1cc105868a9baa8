(* KEY 9d315dcd12ae *)
From Plumbline Require Import must_fail.compare_witness compare.root_math.
(* p = 2: 0 computed as 1/16 has the root 1/4. *)
intro H. specialize (H 0 (1 / 4 * (1 / 4)) (1 / 16) 2 0). unfold P_gentle in H.
rewrite root_of_square, root_of_nothing in H by lra. refuted H.
