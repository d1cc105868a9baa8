(* biased.v - biases and softcap of a score, as an engine computes them (spec/budget.md, sections 10 and
   19). *)
From Coq Require Import Reals ZArith.
From Plumbline.model Require Import sequence rounded_sum engine.
Open Scope R_scope.

(* a bias may be off by itself, by e |b| + f, before it is stored; so may a sum *)
Definition P_bias_computed (u t : A_seq) (e f b y : R) : Prop :=
  exists own, near_rounded e f b own /\ rounded_at u t SCORE own y.

(* the sum, rounded, and stored among the scores *)
Definition P_sum_computed (u t : A_seq) (e f x b y : R) : Prop :=
  exists own sum, near_rounded e f (x + b) own /\ rounded_at u t EXPONENT own sum /\ rounded_at u t SCORE sum y.

(* a logit that is stated, as a parameter and among the scores *)
Definition P_logit_computed (u t : A_seq) (x y : R) : Prop :=
  exists given, rounded_at u t INPUT x given /\ rounded_at u t SCORE given y.
