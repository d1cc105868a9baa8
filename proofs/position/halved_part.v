(* KEY 8fd68680ed30 *)
From Plumbline.position Require Import alibi_math.
intros a n N A. rewrite (halved_splits a n) by exact N. unfold L_rmul, L_rpower, L_rdiv, real_of_int.
f_equal. unfold Rpower. f_equal. ring.
