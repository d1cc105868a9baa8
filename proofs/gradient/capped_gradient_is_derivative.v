(* KEY 194d70c04765 *)
From Plumbline.gradient Require Import derivative_math.
intros p r r1 r2 i P S. exact (capped_slope p r r1 r2 i P S).
