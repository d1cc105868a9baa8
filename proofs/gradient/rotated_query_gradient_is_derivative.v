(* KEY 9db0f82c487b *)
From Plumbline.gradient Require Import derivative_math rotation_gradient_math.
intros r r1 s s1 s2 s3 s4 s5 s6 i i1 i2 i3 i4 a J N P L D U M.
rewrite <- rotation_gradient_adjoint by assumption.
exact (query_derivative r r1 a (L_rotated s1 s4 s5 i i1) s2 s3 s6 i2 i3 i4 (conj J N) M).
