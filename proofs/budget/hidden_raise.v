(* KEY d449c88805e7 *)
From Plumbline Require Import budget.rescalings_math.
From Coq Require Import ZArith Lia.
intros s i i1 i2 h1 h2. pose proof (raised_once 2 s i1 i 0 i2 ltac:(lia) h2 (or_intror (conj h1 eq_refl))). lia.
