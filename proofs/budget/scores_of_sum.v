(* KEY dfa9b8e56dd0 *)
From Plumbline Require Import compare.sums_math.
intros scale q k a d. unfold L_rmul, L_dots, L_with_row. rewrite <- Rmult_plus_distr_l, <- sum_plus. f_equal.
apply sum_same. intros. ring.
