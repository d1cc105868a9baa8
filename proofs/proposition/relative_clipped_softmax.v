(* KEY 8e2101d859df *)
From Plumbline.proposition Require Import mirror_math.
intros x g m n t i c gamma zeta I L F H. rewrite (Rplus_comm gamma).
unfold L_el at 1, Plumbline.model.clipped.L_clipped_weights. do 3 f_equal. f_equal; [unfold Rminus; ring|].
exact (softmax_by_distance x g m n t c i F H (conj I L)).
