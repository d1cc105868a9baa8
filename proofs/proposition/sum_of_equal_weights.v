(* KEY 9d1b4e8b3295 *)
From Plumbline.proposition Require Import operators_math.
intros w m n a W. rewrite Rmult_comm. symmetry. exact (total_repeats w m n a (equal_part _ _ _ _ W)
  (other_part _ _ _ _ W)).
