(* KEY 322a83fd6b5e *)
From Plumbline Require Import aggregate.merge_math.
intros [[l o]|] [[k p]|] i v u B A; unfold P_sees_none in A, B; try congruence.
unfold v, u, L_el. simpl. field. apply Rgt_not_eq, two_positive.
