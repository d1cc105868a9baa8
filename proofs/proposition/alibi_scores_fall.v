(* KEY d96a52a87a28 *)
From Plumbline.proposition Require Import falling_math.
intros x form p t c s T (F & P) H. exact (sloped_falls x form p t c s F P T H).
