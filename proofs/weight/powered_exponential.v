(* KEY fb19a4f2518b *)
From Plumbline.number Require Import sequence_math.
intros x m p c i M. unfold L_el, L_rexp, L_rmul, L_powered_exponentials. rewrite (among_true _ _ M). do 2 f_equal. ring.
