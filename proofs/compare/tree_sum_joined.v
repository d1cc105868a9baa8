(* KEY 0ddf5d8739bf *)
From Plumbline Require Import compare.rounded_sum_math.
intros r r1 r2 r3 r4 s i i1 h1 h2 h3 h4 h5. apply (tree_joined r r1 s i i1 r2 r3 r4); try lia; try assumption.
unfold P_rounds in h4. unfold rounded_sum.near_rounded. replace (r4 - (r2 + r3)) with (r4 + - (1) * (r2 + r3)) by ring.
lra.
