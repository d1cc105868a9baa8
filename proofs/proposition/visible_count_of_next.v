(* KEY 41ad3162b116 *)
From Plumbline.proposition Require Import operators_math.
From Plumbline.number Require Import sequence_math.
intros m n x y N. subst x y. rewrite (count_next m n N).
split; intro M; [rewrite (among_false _ _ M)|rewrite (among_true _ _ M)]; lia.
