(* KEY 2a6ce975141a *)
intros t p x j n d start J N V. intros k element K D.
assert (same : shift (shift p start) k = shift p (start + k)).
{ unfold shift. simpl. f_equal. ring. }
unfold element. rewrite same. change (L_el (L_drop x start) k) with (L_el x (start + k)%Z).
assert (low : (0 <= start + k)%Z) by (unfold start, L_place; nia).
assert (high : (start + k < n * d)%Z) by (unfold start, L_place; nia).
exact (V (start + k)%Z low high).
