(* KEY 7aafd9cf41f4 *)
From Plumbline Require Import compare.sums_math budget.direct_math.
intros p q v m n kv eta k zeta x unit U (a & b & Q & A & B) S. exists (unit * a), (unit * b).
rewrite (visible_same n m q (fun j => unit * p j)) by (intros j _ _; symmetry; apply S).
rewrite (visible_same n m (fun j => q j * v j) (fun j => unit * (p j * v j)))
  by (intros j _ _; change (q j) with (L_el q j); rewrite <- S; unfold L_el; ring).
rewrite (visible_same n m (fun j => q j * Rabs (v j)) (fun j => unit * (p j * Rabs (v j))))
  by (intros j _ _; change (q j) with (L_el q j); rewrite <- S; unfold L_el; ring).
rewrite !visible_factor. split; [rewrite Q; ring|].
split; rewrite <- Rmult_minus_distr_l, Rabs_mult, (Rabs_pos_eq unit) by lra.
- apply (Rmult_le_compat_l unit) in A; lra.
- apply (Rmult_le_compat_l unit) in B; lra.
