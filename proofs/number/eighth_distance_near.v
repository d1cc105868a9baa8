(* KEY 590a0c09d5cb *)
From Plumbline.number Require Import angle_math.
intros t u p n e m low high near multiple eighth. unfold P_near, L_rmul, real_of_int.
replace (L_eighth_distance (t * IZR n) e + - (1) * IZR m)%R with (L_eighth_distance (t * IZR n) e - IZR m)%R by ring.
apply (distance_error t u p n e m near multiple eighth). change (2 ^ 53)%Z with 9007199254740992%Z. lia.
