(* KEY 5c903ee0be70 *)
(* one key has all the weight, whatever its score *)
From Plumbline Require Import must_fail.row_witness proposition.mixing_math.
intro H. specialize (H (constant 0) (constant 1) every_key 1%Z 1%Z 0%Z 0%Z ltac:(lia) ltac:(lia) eq_refl).
assert (S := softmax_slope (constant 0) every_key (constant 1) 1 1 0 0 ltac:(split; lia) eq_refl).
assert (E := uniqueness_limite _ _ _ _ H S). unfold L_el, L_aggregate, L_weighted, sum_below in E. simpl in E.
rewrite one_weight in E. unfold constant in E. lra.
