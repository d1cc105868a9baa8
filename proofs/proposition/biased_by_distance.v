(* KEY af3c2911bfc4 *)
From Plumbline Require Import proposition.balls_math.
intros s s1 s2 i h1 h2. exact (distance_adds s s1 s2 i h1 h2).
