(* KEY 37180414a017 *)
From Plumbline Require Import budget.rescalings_math.
From Coq Require Import ZArith Lia.
intros s i i1 i2 i3 h1 h2 h3. exact (walked_in_order s i i1 i2 i3 h1 h3).
