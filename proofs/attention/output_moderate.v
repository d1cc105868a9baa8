(* KEY 29cae5305c4c *)
From Plumbline.weight Require Import softmax_tight_math.
intros x m n j q sum product share J0 J1 N Q M H. subst sum product share.
destruct (outputs_moderate x m n j q N (conj J0 J1) M Q) as (E & A & B & C & D).
- intros i (I0 & I1) MI. destruct (H i I0 I1 MI) as (P & R). unfold L_el in *. lra.
- exact (conj (conj (conj (conj E A) B) C) D).
