(* KEY e5a51c54aaf4 *)
From Plumbline Require Import position.rotation_math position.rope_math.
intros s s1 i i1 i2 r r1 x r2 a r3 r4 h1 h2. assert (E := pair_length s s1 i r 0 i1 i2 (conj h1 h2)).
unfold r1, r2, r3, r4, x, a. rewrite (Z.add_comm i1 i2). symmetry. exact E.
