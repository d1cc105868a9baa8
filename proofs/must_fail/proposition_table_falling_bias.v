(* KEY a8833f172152 *)
(* two keys of the scores -1 and 0, taken as weights *)
From Plumbline Require Import must_fail.row_witness.
intro H.
specialize (H (fun x _ _ => x) (two (-1) 0) (two 0 (-1)) every_key 2%Z 2%Z 1%Z 0 ltac:(lia) ltac:(lia)).
assert (K : (0 <= -1)); [|lra]. apply H.
- intros x m n i j a L _. exact L.
- exact (every_key_first 2 eq_refl).
- intros j J L. assert (C : j = 0%Z \/ j = 1%Z) by lia. destruct C as [-> | ->]; unfold L_el, two; simpl; ring.
