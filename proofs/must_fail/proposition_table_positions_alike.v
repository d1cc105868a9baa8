(* KEY 0b3a11643782 *)
(* turns of 0: both positions look alike, so the first score cannot be 1 and the second 0 *)
From Plumbline Require Import position.rope_math must_fail.row_witness.
intro H.
destruct (H (constant 0) 0%Z 1%Z 2%Z 1 1 0 ltac:(lia) ltac:(lra) ltac:(lia) ltac:(lia)) as (q & k & S).
set (score := fun j => L_dots (L_with_row q (L_sinusoid (constant 0) 1 0 1)) (L_with_row k (L_sinusoid (constant 0) j
  0 1)) 2).
assert (A : score 1%Z = score 0%Z).
{ unfold score, L_dots. apply sum_same. intros i I. unfold L_with_row, L_sinusoid, constant. rewrite !Rmult_0_l.
  reflexivity. }
specialize (S score 2%Z ltac:(lia) ltac:(lia)).
destruct S as [U V]; [intros j J L; unfold L_el, score; simpl; ring|].
specialize (V 1%Z ltac:(lia) ltac:(lia)). unfold L_el in U, V. rewrite A in V. lra.
