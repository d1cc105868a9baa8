(* KEY 60d108a7a620 *)
From Plumbline.proposition Require Import mirror_math.
intros a e A. exact (absolute_mirrors a e A).
