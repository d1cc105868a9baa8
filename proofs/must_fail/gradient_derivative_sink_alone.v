(* KEY 6871c44043d5 *)
(* a sink alone, without a key: its log-sum-exp is its logit *)
From Coq Require Import Reals Lra.
From Plumbline Require Import must_fail.row_witness.
From Plumbline.gradient Require Import derivative_math.
intro H.
specialize (H (constant 0) (constant 0) every_key 1 0 0%Z).
assert (T := slope_of_logit (constant 0) (constant 0) every_key 1 0%Z 0).
assert (E := uniqueness_limite _ _ _ _ H T).
unfold L_sink_weight, L_visible_total, L_exponentials, sum_below in E. simpl in E. rewrite exp_0 in E. lra.
