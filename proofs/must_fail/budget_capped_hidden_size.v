(* KEY 6b82eb55de63 *)
From Plumbline Require Import compare.rounded_sum_math.
(* a cap of 1 is rounded to 5/4, and nothing else is rounded *)
intro H. set (none := fun _ : Z => 0). set (quarter := fun i : Z => if (i =? 0)%Z then 1 / 4 else 0).
assert (B : P_near (- (5 / 4)) (- (1) * 1) (L_capped_off quarter none 1 (Rmax 1 1) 0 0)).
{ apply (H quarter none 1 (- (5 / 4))).
  - intros i _. unfold quarter, none. destruct (i =? 0)%Z; lra.
  - assert (U : L_cap_unit quarter none 1 = 1 / 4)
      by (unfold L_cap_unit, L_rdiv, L_el, quarter, none, Rdiv; simpl; lra).
    assert (G : forall k, L_gamma_up k 0 = 0) by (intro k; unfold L_gamma_up, L_rdiv, L_rmul, Rdiv; ring).
    assert (F : L_gamma_up 1 (1 / 4) = 1 / 3) by (unfold L_gamma_up, L_rdiv, L_rmul; field).
    unfold P_bears_cap, L_capped_unit. rewrite U, F. change (L_el quarter 4%Z) with 0. change (L_el quarter 3%Z) with 0.
    rewrite !G. unfold L_joint, L_rmul. lra.
  - exists (5 / 4), (-1), (-1), (- (5 / 4)), 0%Z, 0%Z, 0%Z.
    unfold engine.rounded_at, rounded_sum.near_rounded, quarter, none. simpl. repeat split; try lia.
    + rewrite !Rabs_pos_eq by lra. lra.
    + replace (-1 - -1) with 0 by ring. rewrite Rabs_R0. lra.
    + apply rounded_sum.roundings_none.
    + replace (5 / 4 * -1) with (- (5 / 4)) by lra. apply rounded_sum.roundings_none.
    + apply rounded_sum.roundings_none. }
unfold P_near, L_capped_off, L_capped_tiny, L_tanh_off, L_rmul, L_el, none, quarter in B. simpl in B.
replace (- (5 / 4) + - (1) * (- (1) * 1)) with (- (1 / 4)) in B by lra. rewrite Rabs_Ropp, Rabs_pos_eq in B by lra.
ring_simplify in B. lra.
