(* KEY b6e64e8ca0fe *)
From Plumbline Require Import compare.sums_math compare.shapes budget.direct_math budget.weight_math.
intros p m n i kv eta k zeta x q t I0 I1 M. subst q t. unfold P_evaluates.
assert (I : key n i) by (split; assumption). unfold P_among in M.
rewrite (visible_same n m (fun j => p j * Rabs (L_indicator i j)) (fun j => p j * L_indicator i j)).
- rewrite (visible_of_one n m p i I M). unfold L_el. split.
  + intros (a & b & (A & B) & C). exists a, b. differences. rewrite (Rplus_comm (kv * _)), (Rplus_comm (k * _)).
    repeat split; [symmetry; exact A|exact B|exact C].
  + intros (a & b & A & B & C). exists a, b. differences. rewrite (Rplus_comm eta), (Rplus_comm zeta).
    repeat split; [symmetry; exact A|exact B|exact C].
- intros j _ _. f_equal. unfold L_indicator. destruct (i =? j)%Z; [apply Rabs_R1|apply Rabs_R0].
