(* KEY e782aa8df933 *)
(* two keys of the weight 1/2 and the values 0 and 1 *)
From Plumbline Require Import proposition.mixing_math.
intro H. specialize (H (first_and (1 / 2) (1 - 1 / 2)) (first_and 0 1) every 2%Z 1%Z 0%Z 0%Z 0 1). cbv zeta in H.
assert (G := H ltac:(lia) ltac:(lia) (Rle_refl _) eq_refl
  (proj2 (weighs_written _ _ _) (two_weigh (1 / 2) ltac:(lra)))
  (proj2 (values_between_written _ _ _ _ _ _ _) (two_between 0 1 ltac:(lra)))).
rewrite mixing_of_two in G by lra. unfold L_el, first_and in G. simpl in G. lra.
