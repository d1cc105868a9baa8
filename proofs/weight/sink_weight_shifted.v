(* KEY 343df77d15f8 *)
From Plumbline.weight Require Import sink_softmax_math.
intros x m shift s n r. unfold L_rdiv, L_rexp, L_sink_weight, r.
replace (s + - (1) * shift)%R with (s - shift)%R by ring.
apply sink_any_shift.
