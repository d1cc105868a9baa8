(* KEY 62c51eb6f8b1 *)
From Plumbline Require Import must_fail.engine_witness.
(* a factor of 1, held as 2 *)
intro H. assert (UT : P_is_roundings none (only 0 1)) by (apply only_are_roundings; lra).
assert (W : P_factor_multiplied none (only 0 1) 1 (L_rdiv 1 1) 2).
{ apply (H none (only 0 1) 1 1 1 2); [lra|values; lra|exact UT|].
  exists 2, (/ 2). unfold L_rdiv. split; [split; [split; [lra|field]|]|rounds].
  replace (/ 2 + - (1) * (1 / 2)) with 0 by field. rewrite Rabs_R0. values. rewrite Rmult_0_l. lra. }
destruct W as (a & F & (q & o & Q & O & T)). unfold L_rmul in F.
replace (L_rdiv 1 1) with 1 in Q by (unfold L_rdiv; field). off. lra.
