(* KEY fc7d99459af7 *)
From Plumbline.proposition Require Import operators_math.
intros x v m d n k c u E V. assert (W := function_weights Plumbline.model.sigmoid.L_rsigmoid x m n c E).
etransitivity; [|symmetry; exact (weighted_repeats _ v m d k n _ u (equal_part _ _ _ _ W) V)].
unfold real_of_int. ring.
