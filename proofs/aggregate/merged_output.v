(* KEY 3241d4cf21ae *)
From Plumbline Require Import aggregate.merge_math.
intros [[l o]|] [[k p]|] c i v u B A; unfold P_sees_none in A, B; try congruence.
unfold v, u, L_rdiv, L_rmul, L_el, L_part_weight. simpl. apply merged_output_shifted.
