(* KEY 298140caf3be *)
intros s s1 s2 i i1 i2 i3 i4 i5 i6 A B.
rewrite <- (Q_rotation_gradient_first s s1 s2 i i1 i2 i3 i4 i5 i6 A B). unfold L_rmul. ring.
