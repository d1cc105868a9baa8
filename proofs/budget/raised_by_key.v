(* KEY a0d9aa6e0cc3 *)
From Plumbline Require Import budget.rescalings_math.
From Coq Require Import ZArith Lia.
intros s i i1 i2 i3 h1 h2. exact (walked_by_key s i i1 i2 i3 h2).
