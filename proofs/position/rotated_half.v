(* KEY 1b1f51dc6f0e *)
From Plumbline Require Import model.rotation position.rotation_math.
intros s s1 s2 i i1 r r1 r2 x r3 a h1 h2.
assert (F := rotated_first s s1 s2 0 i i1 (conj h1 h2)). assert (S := rotated_second s s1 s2 0 i i1 (conj h1 h2)).
unfold first_target, second_target, first_source, second_source in F, S. cbn in F, S. rewrite (Z.add_comm i1 i) in F, S.
unfold a, r, r1, r2, r3, x, L_el. split; [rewrite S|rewrite F]; ring.
