(* KEY 66c44a66c140 *)
From Plumbline Require Import budget.rescalings_math.
From Coq Require Import ZArith Lia.
intros i s i1 i2 i3 i4 h1 h2 h3. pose proof (raised_once i s i2 i1 i3 i4 h2 h3 (or_introl h1)). lia.
