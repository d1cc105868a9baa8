(* KEY f4a8b1a3541f *)
From Plumbline Require Import position.rope_math proposition.angle_math.
intros s s1 s2 r i i1 i2. exists (angle_between s s1 s2 i i1 i2). intros x t (_ & (P & D) & H) j J0 J.
assert (P' : (0 <= i1)%Z) by lia. unfold L_el in *. rewrite (H j J0 J).
change rotated with positioned. rewrite product_by_angle by assumption.
change L_vector_length with angle_math.length. replace (- (1) + t + - (1) * j)%Z with (t - 1 - j)%Z by ring.
rewrite !Rmult_assoc. reflexivity.
