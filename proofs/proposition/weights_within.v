(* KEY ae4fd5aaba2e *)
From Plumbline Require Import proposition.angle_math.
intros s s1 i i1 i2 r r1 h1 h2 h3 h4. apply bounded_weights; [exact h3|lia|].
intros j J. destruct (h4 j) as (U & L); [lia|lia|]. unfold L_el in *. lra.
