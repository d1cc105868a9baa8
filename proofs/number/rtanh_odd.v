(* KEY ff54112ff9fa *)
From Plumbline.number Require Import tanh_math.
intro r. replace (- (1) * r)%R with (- r)%R by ring. rewrite tanh_odd. ring.
