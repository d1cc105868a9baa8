(* KEY 81b4675c8b90 *)
From Plumbline Require Import score.ball_memory.
From Plumbline Require Import proposition.balls_math.
From Plumbline Require Import proposition.operators_math.
intros t t1 t2 a a1 a2 s s1 s2 i i1 i2 i3 h1 h2 h3 h4 h5 h6 h7 h8 h9 h10 h11.
assert (V : L_aggregate s s2 s1 i1 i i3 = s1 (L_place i2 i1 i3)).
{ rewrite (output_of_values s s1 s2 i1 i3 i (s1 (L_place i2 i1 i3))).
  - unfold L_visible_total in h1. rewrite h1. ring.
  - intros j J L M. destruct (h9 j i3 J L h2 h3 M) as (((E & _) & _) & _).
    destruct (h9 i2 i3 h4 h5 h2 h3 h7) as (((F & _) & _) & _).
    unfold L_el in *. rewrite <- E, <- F.
    apply h10; try assumption; apply h8; assumption. }
unfold L_el. rewrite <- V. exact (h11 i3 h2 h3).
