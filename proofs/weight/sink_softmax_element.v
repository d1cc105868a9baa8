(* KEY b5e7164124fc *)
From Plumbline.number Require Import sequence_math.
From Plumbline.weight Require Import sink_softmax_math.
intros x m shift s n i r I N M. unfold L_rdiv, L_rexp, L_el, L_sink_softmax, r. rewrite (among_true _ _ M).
replace (x i + - (1) * shift)%R with (x i - shift)%R by ring.
replace (s + - (1) * shift)%R with (s - shift)%R by ring.
apply sink_any_shift.
