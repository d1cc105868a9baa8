(* KEY 9eef97ec5a60 *)
From Plumbline Require Import position.rotation_math.
intros s i i1 i2 a x r h1 h2. unfold a, x, r, L_el, L_sinusoid. change (1 =? 1)%Z with true. cbv iota zeta.
rewrite (Rmult_comm (real_of_int i)), (Z.add_comm 1), even_is, odd_is, half_of_even, half_of_odd. split; reflexivity.
