(* KEY ddba13bfceb8 *)
From Plumbline.proposition Require Import layers_math.
From Plumbline.weight Require Import laws_math.
intros a x v m h n d c V. apply sum_equal. intros j J. destruct (m j) eqn:M; [|reflexivity].
unfold L_el, L_state in V. rewrite (V j (proj1 J) (proj2 J)). reflexivity.
