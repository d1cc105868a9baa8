(* KEY a8830e2d7136 *)
intros table index t i r rows j n d row J N C U R k element K D.
assert (same : shift (shift t (L_place row d 0)) k = shift t (L_place row d k)).
{ unfold shift, L_place. simpl. f_equal. ring. }
assert (drops : L_el (L_drop r (L_place j d 0)) k = L_el r (L_place j d k)).
{ unfold L_el, L_drop, L_place. f_equal. ring. }
destruct (R j k K D J N) as [[[value _] _] finite]. unfold element. rewrite same, drops. split; assumption.
