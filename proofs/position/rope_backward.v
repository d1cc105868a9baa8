(* KEY 3568e122f306 *)
From Plumbline Require Import position.rope_math.
intros s s1 i i1 i2 r x h1. unfold L_el in *. change (real_of_int i2) with (IZR i2) in h1.
assert (U : s1 i1 = IZR i2 - s i1) by (rewrite <- h1; ring).
destruct (turned_backward _ _ i i2 U) as (C & S). replace (- i)%Z with x in C, S by (unfold x; ring).
unfold L_rotary_cosines, L_rotary_sines. rewrite C, S. split; reflexivity.
