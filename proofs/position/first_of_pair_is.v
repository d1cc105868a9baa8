(* KEY ecdeb1b61e0a *)
From Plumbline Require Import model.rotation position.rotation_math.
intros i i1 i2 i3 i4 i5 x h1 h2. unfold P_first_of_pair, first_source, second_source, first_target, x.
destruct (Z.eqb_spec i 0), (Z.eqb_spec i 1); lia.
