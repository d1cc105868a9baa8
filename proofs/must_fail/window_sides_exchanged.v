(* KEY 649d1e9006f6 *)
(* the query at 1 sees key 0 through a window of one key to the left and none to the right *)
intro H.
destruct (proj2 (H 1 1 0 0)%Z eq_refl) as [_ [A | A]]; lia.
