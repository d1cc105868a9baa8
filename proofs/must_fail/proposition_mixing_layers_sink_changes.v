(* KEY af23e657428a *)
(* one layer in which token 1 adds token 0 to itself *)
From Plumbline Require Import proposition.mixing_math proposition.printed_math.
intro H. specialize (H (to_itself 0) (fun _ => 1) (fun _ => 0) 1%Z 1%Z 0 1 ltac:(lra) ltac:(lia)
  ltac:(lia) (proj2 (sinks_written _ _ _) (to_itself_sinks 1 0 ltac:(lra)))).
assert (D : P_differ_by (fun _ => 1) (fun _ => 0) 1).
{ intros j J. as_written. rewrite Rminus_0_r, Rabs_pos_eq by lra. lra. }
specialize (H D). unfold L_el, real_of_int in H. rewrite difference_written, Rpower_1 in H by lra.
unfold L_mixed, sum_below in H. simpl in H. unfold mix, to_itself, sum_below in H. simpl in H.
rewrite Rabs_pos_eq in H by lra. lra.
