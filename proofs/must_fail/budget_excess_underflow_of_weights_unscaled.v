(* KEY e9fdd16db642 *)
From Plumbline Require Import must_fail.compare_witness must_fail.budget_witness.
(* one key of weight 1 and value 2: with half a weight lost, the mean is 4 *)
intro H. refine (H (each 1) (each 1) (each 1) (each 2) all all 1%Z 1 4 4 0 0 0 (1 / 2) 4 _ _ _ _ _).
- unfold L_excess, L_rmul. at_keys.
- split; [at_keys|right; lra].
- intros j x K L M. unfold x, L_el, each. repeat split; lra.
- intros j K L N. contradiction N. reflexivity.
- gives 2 (1 / 2).
