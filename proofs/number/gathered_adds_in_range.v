(* KEY 207d04ddeb5a *)
From Plumbline.number Require Import exp_rounded sum_tight_math.
intros i p s x X0 X A B M G. assert (E : Rabs x = x) by (apply Rabs_pos_eq; exact X0).
assert (C := proj1 (sum_tight_math.gathered_adds i p s x ltac:(lia) (modest_moderate p M) G ltac:(lra))).
rewrite E in C. exact C.
