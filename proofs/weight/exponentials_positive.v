(* KEY eea1c00febf5 *)
From Plumbline.weight Require Import softmax_tight_math.
intros x m c n j A B M. exact (softmax_tight_math.exponentials_positive x m c n j (conj A B) M).
