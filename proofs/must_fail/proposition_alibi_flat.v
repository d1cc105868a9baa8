(* KEY 9612be9db0df *)
(* two keys without a slope weigh the same *)
From Plumbline Require Import must_fail.row_witness.
intro H.
specialize (H (two 0 0) every_key 2%Z 0%Z 1%Z 2%Z 0%Z 1%Z 0 0). cbv zeta in H.
unfold L_el in H. rewrite first_weight_of_two, second_weight_of_two in H.
apply (Rlt_irrefl (exp 0 / (exp 0 + exp 0))), H; try lia; try lra.
- exact (every_key_first 2 eq_refl).
- unfold P_looks_back. lia.
- intros j J L. unfold L_el, two. destruct (j =? 0)%Z; ring.
