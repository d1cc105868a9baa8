(* KEY 347559db0127 *)
(* one layer in which a token gives itself 1/2 *)
From Plumbline Require Import proposition.mixing_math proposition.printed_math.
intro H. specialize (H (to_itself (1 / 2)) (but_first 1) (fun _ => 0) 1%Z 1%Z (1 / 2) 1 ltac:(lra) ltac:(lia)
  ltac:(lia) (proj2 (sinks_written _ _ _) (to_itself_sinks 1 (1 / 2) ltac:(lra)))).
assert (D : P_differ_by (but_first 1) (fun _ => 0) 1).
{ split; [reflexivity|]. intros j J. as_written. unfold but_first.
  destruct (j =? 0)%Z; [rewrite Rminus_diag_eq, Rabs_R0 by reflexivity|rewrite Rminus_0_r, Rabs_pos_eq by lra]; lra. }
specialize (H D). unfold L_el, real_of_int in H. rewrite difference_written, Rpower_1 in H by lra.
rewrite bound_of_layers in H by lia. simpl in H. rewrite Rabs_pos_eq in H by lra. lra.
