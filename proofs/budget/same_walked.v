(* KEY cc5a3bd3b9d7 *)
From Plumbline Require Import budget.rescalings_math.
From Coq Require Import ZArith Lia.
intros s i i1 i2 i3 i4 h1 h2 h3 h4 h5. apply (walk_skips s i i1 i2 i3 i4); assumption.
