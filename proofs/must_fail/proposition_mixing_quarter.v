(* KEY 8e4c3718966c *)
(* two keys of the weight 1/2 and the values 0 and 1 *)
From Plumbline Require Import proposition.mixing_math.
intro H. specialize (H _ _ _ 2%Z 1%Z 0%Z 0 1 (proj2 (weighs_written _ _ _) (two_weigh (1 / 2) ltac:(lra)))
  (proj2 (values_between_written _ _ _ _ _ _ _) (two_between 0 1 ltac:(lra)))).
rewrite mixing_of_two in H by lra. lra.
