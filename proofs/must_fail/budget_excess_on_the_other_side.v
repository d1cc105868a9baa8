(* KEY e9fdd16db642 *)
From Plumbline Require Import must_fail.compare_witness must_fail.budget_witness.
(* one key of weight 1 and value 0: the mean is 0, which is below 1 *)
intro H. refine (H (each 1) (each 1) (each 1) (each 0) all all 1%Z 1 1 1 0 0 0 0 0 _ _ _ _ _).
- unfold L_excess, L_rmul. at_keys.
- split; [at_keys|right; lra].
- intros j x K L M. unfold x, L_el, each. repeat split; lra.
- intros j K L N. contradiction N. reflexivity.
- gives 0 1.
