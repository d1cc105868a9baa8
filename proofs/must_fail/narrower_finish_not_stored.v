(* KEY 426f99383240 *)
From Plumbline Require Import must_fail.engine_witness.
(* 0, which the tensor has as 1 *)
intro H. set (o := Plumbline.realization.literal.literal 0).
assert (W : P_finished_as none (only 8 1) (S71 0 0 0 o o o) 0 1).
{ apply H; try reflexivity; [repeat split; simpl; lia|]. exists 0, 0, 0, 0, 0. repeat split; rounds. }
unfold P_finished_as, P_factor_finishes, P_bias_finishes, P_gate_finishes in W. simpl in W.
repeat match goal with
  | H : exists _, _ |- _ => destruct H
  | H : _ /\ _ |- _ => destruct H
  | H : 0%Z = 0%Z -> _ |- _ => specialize (H eq_refl) end.
lra.
