(* KEY 11e3b680b745 *)
From Plumbline Require Import must_fail.compare_witness.
(* two roundings of u = 1: gamma is -2 *)
intro H. specialize (H 0 2 1). unfold L_gamma_of, L_compound in H. refuted H.
