(* KEY af9751b93af3 *)
From Plumbline.proposition Require Import operators_math.
exact (function_weights Plumbline.model.sigmoid.L_rsigmoid).
