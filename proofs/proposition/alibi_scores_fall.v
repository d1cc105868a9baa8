(* KEY 3e060f3a0911 *)
From Plumbline.proposition Require Import falling_math.
intros x form p t c s T (F & P) H. exact (alibi_is_falling x form p t c s F P T H).
