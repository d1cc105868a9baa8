(* KEY 6d001b22e601 *)
From Plumbline Require Import aggregate.merge_math.
intros [[l o]|] [[k p]|] c B A; unfold P_sees_none in A, B; try congruence.
unfold L_rlog, L_part_weight. simpl. rewrite merged_lse_shifted. ring.
