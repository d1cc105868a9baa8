(* KEY 04431154c881 *)
(* half a turn for each shift by 1 in opposite directions: the product of a vector with itself changes its sign at a
  quarter turn each *)
From Plumbline Require Import position.rotation_math position.rope_math must_fail.row_witness.
intro H.
set (q := two 1 0).
specialize (H q q (constant (1 / 4)) 0%Z 0%Z 1%Z 0%Z 1%Z 2%Z 1 ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia)).
change L_at_position with positioned in H. rewrite !dots_of_positioned in H by lia.
unfold constant, beyond, sum_below, common, crossing, q, two in H. simpl in H.
unfold L_turn_cosine, L_turn_sine in H.
replace (2 * PI * (1 / 4 * 2)) with PI in H by field. replace (2 * PI * (1 / 4 * 0)) with 0 in H by ring.
rewrite cos_0, sin_0, cos_PI, sin_PI in H. lra.
