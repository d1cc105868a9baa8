(* KEY a0a8d4de6d4a *)
From Plumbline.proposition Require Import order_math.
intros x m n t i k alpha K A I L T F H. exact (scaled_one_of_k alpha x m n t i k A F (conj I L) (conj K T) (fun j J =>
  H j (proj1 J) (proj2 J))).
