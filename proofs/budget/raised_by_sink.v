(* KEY 3587578605e9 *)
From Plumbline Require Import budget.rescalings_math.
From Coq Require Import ZArith Lia.
intros i s i1 i2 i3 i4 i5 h1 h2. exact (sink_raises_once i s i2 i1 i3 i4 i5 h1 h2).
