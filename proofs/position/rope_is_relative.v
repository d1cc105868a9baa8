(* KEY bc8868e08e13 *)
From Plumbline Require Import position.rotation_math position.rope_math.
intros. change L_at_position with positioned. rewrite !dots_of_positioned by assumption.
replace (i + i2 - (i1 + i2))%Z with (i - i1)%Z by ring. reflexivity.
