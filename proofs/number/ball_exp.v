(* KEY b842959b7b1b *)
From Plumbline.number Require Import exp_rounded upward_math ball_math finite.
open_goal.
match goal with H : _ /\ _ \/ _ |- _ =>
  destruct H as [(_ & H)|(top_finite & [(_ & H & _)|(below & tail)] & less)]; [apply H| |] end.
- repeat match goal with
  | H : _ /\ _ \/ _ |- _ => destruct H as [(_ & H)|(_ & H)]
  | H : _ /\ _ |- _ => destruct H
  end; solve [auto].
- specialize (less (proj1 fliteral_axiom5)). apply (proj2 less) in below.
  repeat match goal with N : ~ ?i = 0%Z, A : ~ ?i = 0%Z -> _ |- _ => specialize (A N) end.
  unfold P_in_ball, P_claims in *. intro finite_radius. finite_parts.
  split; [assumption|].
  match goal with E : L_rounded_sum ?mid ?rad = _, C : (Rabs (?x - ?mid) <= _)%R |- _ =>
    rewrite <- E in below; assert (near := Q_ball_exp_below x mid rad below) end.
  unfold P_near in near. unfold Rminus. known_values.
  replace (- 0)%R with (- (1) * 0)%R by ring. apply near.
  match goal with C : (Rabs (?x - ?mid) <= _)%R |- _ => replace (x + - (1) * mid)%R with (x - mid)%R by ring;
    exact C end.
