(* KEY 1fc2855ca089 *)
From Plumbline Require Import must_fail.compare_witness.
(* 1 rounded to 1/2, with u = 1/2: e^(-1/2) is still larger. *)
intro H. specialize (H (1 / 2) 1 (1 / 2) 1%Z). unfold real_of_int in H. premises H.
assert (R : P_roundings (1 / 2) 0 1 1 (1 / 2)).
{ apply (roundings_next (1 / 2) 0 0 1 1); [constructor|]. unfold near_rounded. numbers. }
destruct (H R) as (tau & E & T). assert (N : tau <> 0) by (intro Z; rewrite Z, exp_0 in E; lra).
assert (A := exp_ineq1 tau N). cases; lra.
