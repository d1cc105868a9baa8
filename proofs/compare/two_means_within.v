(* KEY eb970d17662e *)
From Plumbline Require Import compare.mean_math compare.shapes.
intros s s1 i r r1 r2 r3 r4 h1 h2. parts. change real_of_int with IZR in *. differences. sums.
assert (B := two_means i s s s1 _ r r1 r2 (sum_below s i) (fun j J => conj (proj2 (h2 j (proj1 J) (proj2 J)))
  (conj (proj2 (proj1 (h2 j (proj1 J) (proj2 J)))) (proj1 (proj1 (h2 j (proj1 J) (proj2 J)))))) eq_refl h1 eq_refl).
bound_by B.
