(* KEY 46fe63eaa19c *)
From Plumbline Require Import must_fail.compare_witness must_fail.budget_witness.
(* values -1 and 1 of weight 1: the mean is 0, although the second weight may be as little as 0 *)
intro H. refine (H (each 1) (two 1 0) (each 1) (two (-1) 1) (fun j => (j =? 0)%Z) all 2%Z 1 0 0 0 0 0 0 0 _ _ _ _).
- unfold L_excess, L_rmul. at_keys.
- split; [at_keys|right; lra].
- intros j x K L M. unfold x, L_el, each, two. destruct (j =? 0)%Z; repeat split; lra.
- gives 0 2.
