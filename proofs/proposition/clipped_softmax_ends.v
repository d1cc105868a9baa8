(* KEY d6975fb80a3a *)
From Plumbline.proposition Require Import operators_math.
intros x m n i c gamma zeta G I L K M E. apply (clipped_ends x m n i c gamma zeta G I L M E). unfold real_of_int in K.
lra.
