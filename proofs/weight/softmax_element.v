(* KEY 8bacb7d48f3a *)
From Plumbline.number Require Import sequence_math.
intros x m shift n i I N M. unfold L_rdiv, L_rexp, L_el.
replace (x i + - (1) * shift)%R with (x i - shift)%R by ring.
exact (softmax_any_shift x m shift n i M).
