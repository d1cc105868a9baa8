(* KEY fe4046c4fe89 *)
From Plumbline.weight Require Import softmax_tight_math.
intros x m n j e s J0 J1 N M H. subst e s.
destruct (shares_moderate x m n j N (conj J0 J1) M) as (A & B & C).
- intros i (I0 & I1) MI. destruct (H i I0 I1 MI) as (P & Q). unfold L_el in *. lra.
- exact (conj (conj A B) C).
