(* KEY 1043c0d4957a *)
From Plumbline Require Import model.rotation position.rotation_math.
intros i i1 i2 i3 i4 i5 x x1 x2 h1 h2. unfold P_second_of_pair, first_source, second_source, second_target, x2, x1, x.
destruct (Z.eqb_spec i 0), (Z.eqb_spec i 1); lia.
