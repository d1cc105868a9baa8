(* KEY 126cc31ab25a *)
From Plumbline.proposition Require Import mirror_math.
intros x g m n t i c alpha I L F H. symmetry. exact (f_equal (Rmult alpha)
  (softmax_by_distance x g m n t c i F H (conj I L))).
