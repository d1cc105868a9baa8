(* KEY 82f95219bcea *)
From Plumbline Require Import budget.rescalings_math.
From Coq Require Import ZArith Lia.
intros i s i1 i2 i3 h1. apply blocks_of_all. lia.
