(* KEY a03969ebdd7b *)
From Plumbline.weight Require Import laws_math.
intros x m n i L G M. unfold L_el, L_sink_softmax, L_softmax. destruct (m i); [|reflexivity].
rewrite exponentials_next by (try exact M; lia). reflexivity.
