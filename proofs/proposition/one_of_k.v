(* KEY 7abf9fe7b9bd *)
From Plumbline.proposition Require Import order_math.
intros a x m n t i k K I L T O S F H. exact (one_of_k a x m n t i k O S F (conj I L) (conj K T) (fun j J =>
  H j (proj1 J) (proj2 J))).
