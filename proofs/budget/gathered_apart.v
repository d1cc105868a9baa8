(* KEY 0c53bb8b8e31 *)
From Plumbline Require Import budget.rescalings_math.
From Coq Require Import ZArith Lia.
intros s i i1 i2 h1 h2 h3 h4. apply (raised_apart s i1 i i2 h1 h2 h3). intros j h5. apply h4; apply h5.
