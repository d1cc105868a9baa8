(* KEY bb570cfe2d3a *)
intros s s1 r r1 i. unfold L_divided_gradient.
change (L_el (L_divided_gradients s s1 r r1) i) with (s i * (s1 i - r) / r1).
change (L_rdiv ?a ?b) with (a / b). change (L_rmul ?a ?b) with (a * b). change (L_el ?a ?b) with (a b).
f_equal. f_equal. ring.
