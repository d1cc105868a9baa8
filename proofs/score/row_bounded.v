(* KEY 47b81d8a9414 *)
intros x m j n d p J N M B k K D.
replace (L_el (L_drop x (L_place j d 0%Z)) k) with (L_el x (L_place j d k)); [apply B; assumption|].
unfold L_el, L_drop, L_place. f_equal. ring.
