(* KEY ab6be87c083d *)
intros t p x m j n d start J N M R. intros k element K D.
assert (same : shift (shift p start) k = shift p (L_place j d k)).
{ unfold shift, start, L_place. simpl. f_equal. ring. }
assert (drops : L_el (L_drop x start) k = L_el x (L_place j d k)).
{ unfold L_el, L_drop, start, L_place. f_equal. ring. }
destruct (R j k J N K D M) as [[[value _] _] finite]. unfold element. rewrite same, drops. split; assumption.
