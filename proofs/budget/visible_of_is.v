(* KEY 13b8af05b68f *)
From Plumbline.budget Require Import visible_math.
intros m n j x c J L M. destruct (number_of_key m n j (conj J L) M) as ((A & B) & C). fold c in A, B, C.
split; [split; [|exact A]|exact B]. unfold L_el. change (L_visible_of m n x c) with (x (place m n c)). rewrite C.
reflexivity.
