(* KEY 7ed115a007bb *)
From Plumbline Require Import must_fail.compare_witness must_fail.budget_witness.
(* no weight at all: an underflow of 1 in the one sum, and of 1/3 in the other, give 3 *)
intro H. refine (H (each 0) (each 0) all 1%Z 1 3 3 0 1 0 (1 / 3) 3 _ _ _ _ _ _); try lra.
- intros j K L M. unfold L_el, each. lra.
- split; [at_keys|right; lra].
- intros j K L M. unfold L_rmul, L_el. at_keys.
- gives 1 (1 / 3).
