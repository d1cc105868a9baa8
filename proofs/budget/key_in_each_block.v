(* KEY 4c7593ecf39b *)
From Plumbline Require Import budget.rescalings_math.
From Coq Require Import ZArith Lia.
intros i s i1 i2 i3 h1 h2 h3 h4. rewrite Z.mul_comm in h3. apply (raised_in_each i s i1 i2 i3 h1 h2 h3).
intros j h5. destruct (h4 j (proj1 h5) (proj2 h5)) as (k & inside & among). exists k. split; [lia|exact among].
