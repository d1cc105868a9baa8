(* KEY 56ff134cfea5 *)
From Plumbline.gradient Require Import derivative_math.
From Plumbline.proposition Require Import printed_math.
intros s s1 s2 r r1 i. as_written. exact (slope_of_logit s s1 s2 r i r1).
