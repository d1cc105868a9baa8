(* KEY 3b8869ba89af *)
From Plumbline.proposition Require Import order_math.
intros x m n t i k p K P I L T F H. exact (power_one_of_k p x m n t i k P F (conj I L) (conj K T) (fun j J =>
  H j (proj1 J) (proj2 J))).
