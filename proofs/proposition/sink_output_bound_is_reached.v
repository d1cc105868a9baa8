(* KEY b1bbae80b18d *)
From Plumbline.proposition Require Import no_op_math.
intros delta small large H L S D.
destruct (bound_is_reached delta small large (conj D H) (conj S L)) as (A & B & O).
exists (pair (1 - delta) delta), (pair small large), both. split; [split|].
- unfold L_el. rewrite O. ring.
- exact (proj2 (attends_written _ _ _ _ _) A).
- exact (proj2 (at_most_written _ _ _ _ _ _) B).
