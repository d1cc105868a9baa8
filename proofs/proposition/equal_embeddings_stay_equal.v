(* KEY a2e835f4c81f *)
From Plumbline.proposition Require Import layers_math.
intros g a e layers t h T _ S E. exact (equality_lasts g a e S E layers t T).
