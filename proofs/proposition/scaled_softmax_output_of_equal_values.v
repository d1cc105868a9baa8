(* KEY 76fe82098b99 *)
From Plumbline.proposition Require Import operators_math.
intros x v m d n k alpha u S V. symmetry. exact (scaled_output x v m d n k alpha u S V).
