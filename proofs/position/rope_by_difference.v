(* KEY c969935547d4 *)
From Plumbline Require Import position.rotation_math position.rope_math.
intros s s1 s2 i i1 i2 i3 i4 h1 h2 h3. change L_at_position with positioned.
rewrite (dots_by_difference s s1 s2 i i1) by assumption. replace (i + - (1) * i1)%Z with (i - i1)%Z by ring.
reflexivity.
