(* KEY 21a16a08daa7 *)
(* two keys of weight 1 *)
From Plumbline Require Import must_fail.row_witness.
intro H. specialize (H (constant 1) (constant 1) every_key 2%Z 1%Z 0%Z 0%Z 0 1 1).
assert (A : P_attends (constant 1) every_key 2 0 0).
{ split; [split; [split; [split; [split; lia|]|]|reflexivity]|intros; unfold L_el, constant; lra];
    unfold L_visible_total, L_el, sum_below, every_key, constant; simpl; lra. }
assert (B : P_small_value (constant 1) every_key 2 1 0 0 1 1).
{ split; [split; [split; lra|]|intros]; unfold L_el, constant; rewrite Rabs_pos_eq; lra. }
specialize (H A B). unfold L_el, L_aggregate, L_weighted, sum_below, every_key, constant in H. simpl in H.
rewrite Rabs_pos_eq in H by lra. lra.
