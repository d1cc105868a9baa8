(* KEY ef89dade5fe1 *)
(* one key and a sink, both of score 0: the share is 1/2, not above it *)
From Plumbline Require Import must_fail.row_witness.
intro H.
cbv zeta in H. specialize (H (constant 0) every_key 1%Z 1%Z 0 1 0 Rlt_0_1 (every_key_first 1 eq_refl)).
assert (F : P_falling (constant 0) 1 0 1).
{ intros j J L. replace j with 0%Z by lia. unfold L_el, constant, real_of_int. simpl. ring. }
specialize (H F). unfold L_sink_weight in H. rewrite one_exponential, Rminus_0_r, exp_0 in H. lra.
