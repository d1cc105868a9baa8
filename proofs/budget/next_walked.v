(* KEY f1e59a96ef4c *)
From Plumbline Require Import budget.rescalings_math.
From Coq Require Import ZArith Lia.
intros s i i1 i2 i3 i4 i5 i6 x h1 h2 h3 h4 h5 h6 h7 h8 h9 h10 h11.
apply (walk_goes_on s i i1 i2 i3 i4 i5 i6); assumption.
