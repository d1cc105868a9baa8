(* KEY 47a20347fd90 *)
From Plumbline Require Import position.rotation_math position.rope_math.
intros s s1 i i1 i2 r x r1 x1 r2 a r3 r4 h1 h2. assert (E := pair_length s s1 i r 1 i1 i2 (conj h1 h2)).
unfold r1, r2, r3, r4, x1, x, a. rewrite (Z.add_comm 1). symmetry. exact E.
