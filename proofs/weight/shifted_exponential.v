(* KEY a3dfec27fa1e *)
From Plumbline.number Require Import sequence_math.
intros x m c i M. unfold L_rexp, L_el, L_shifted_exponentials. rewrite (among_true _ _ M). f_equal. ring.
