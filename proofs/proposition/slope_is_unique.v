(* KEY 3ea82a269f63 *)
intros f t slope other A B. exact (uniqueness_limite f t other slope A B).
