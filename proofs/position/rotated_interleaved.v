(* KEY 06ae100acc1d *)
From Plumbline Require Import model.rotation position.rotation_math.
intros s s1 s2 i i1 r x r1 r2 x1 r3 a h1 h2.
assert (F := rotated_first s s1 s2 1 i i1 (conj h1 h2)). assert (S := rotated_second s s1 s2 1 i i1 (conj h1 h2)).
unfold first_target, second_target, first_source, second_source in F, S. cbn -[Z.mul] in F, S.
rewrite !(Z.add_comm (2 * i1) 1) in F, S.
unfold a, r, r1, r2, r3, x1, x, L_el. split; [rewrite S|rewrite F]; ring.
