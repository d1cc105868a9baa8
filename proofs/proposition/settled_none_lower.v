(* KEY 6aaba57c3cd1 *)
From Plumbline.proposition Require Import mirror_math.
intros x g t D c I L S H j J K. apply (settled_lowest x g t D c I L S H j J). lia.
