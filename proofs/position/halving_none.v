(* KEY 6921b4ef327c *)
From Plumbline.position Require Import alibi_math.
rewrite halved_by_one. reflexivity.
