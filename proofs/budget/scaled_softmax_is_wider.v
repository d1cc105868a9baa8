(* KEY 756a6b3d0f43 *)
From Plumbline Require Import budget.scaled_softmax_math.
intros u t a b y v m n r alpha x A UT B (factor & F & S).
assert (W : wider u t alpha a b).
{ destruct B as ((((U6 & U) & T) & T6) & E). unfold L_rdiv, L_el in T6. cbv zeta in T6.
  split; [exact U|]. split.
  - eapply Rle_trans; [|exact T]. right. reflexivity.
  - split; [exact T6|]. split; [symmetry; exact U6|]. intros i I N5 N6.
    destruct (E i N5 N6 ltac:(lia) ltac:(lia)) as (T' & U'). split; symmetry; assumption. }
split; [apply (wider_roundings u t alpha a b UT A W)|].
exists (/ alpha * x)%R. split; [unfold L_rmul; field; lra|].
destruct S as [S|S]; [left|right].
- exact (before_division_wider u t alpha a b factor _ _ _ r x UT A W F S).
- exact (behind_division_wider u t alpha a b factor _ _ _ r x UT A W F S).
