(* KEY c0d379122917 *)
From Plumbline.proposition Require Import operators_math.
intros x m n i c gamma zeta I L M E. etransitivity; [exact (clipped_repeats x m n c gamma zeta E i I L M)|].
unfold real_of_int, Rdiv. do 2 f_equal. ring.
