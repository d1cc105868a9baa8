(* KEY 591ce51f094a *)
From Plumbline Require Import proposition.first_math.
intros s s1 i i1 i2 h1 h2 h3 h4. symmetry. exact (alike_weights s s1 i i1 i2 h4 h3 (conj h1 h2)).
