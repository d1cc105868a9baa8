(* KEY 42ab4c2c4343 *)
From Plumbline Require Import must_fail.compare_witness must_fail.budget_witness.
(* one key of weight 1 and value 0: with an underflow of 1 the sum over the values, and the mean, are 1 *)
intro H. refine (H (each 1) (each 1) (each 1) (each 0) all all 1%Z 1 1 1 0 1 0 0 1 _ _ _ _ _).
- unfold L_excess, L_rmul. at_keys.
- split; [at_keys|right; lra].
- intros j x K L M. unfold x, L_el, each. repeat split; lra.
- intros j K L N. contradiction N. reflexivity.
- gives 1 1.
