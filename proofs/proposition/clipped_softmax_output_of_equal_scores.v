(* KEY 0520d3a1b637 *)
From Plumbline.proposition Require Import operators_math.
intros x v m d n k c gamma zeta u t E V. subst t.
etransitivity; [|symmetry; exact (clipped_output x v m d n k c gamma zeta u E V)].
unfold real_of_int. set (T := IZR (L_visible_count m n)).
replace (gamma + (zeta + - (1) * gamma) / T)%R with ((zeta - gamma) / T + gamma)%R by (unfold Rdiv; ring). ring.
