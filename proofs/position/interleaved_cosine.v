(* KEY 8ed38813df2f *)
From Plumbline Require Import position.rotation_math.
intros s i i1 i2 h1 h2 h3. assert (E := odd_by_rem i2 h2 h1). set (m := Z.quot i2 2) in *.
unfold L_el, L_sinusoid, L_rmul.
cbn -[Z.mul Z.even Z.div]. rewrite E, odd_is, half_of_odd. reflexivity.
