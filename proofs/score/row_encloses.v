(* KEY 8cc3674d2d55 *)
From Plumbline Require Import score.ball_memory.
intros t p x m j n d start J N M R. intros c C W.
assert (here : L_place j d c = (start + c)%Z) by (unfold start, L_place; ring).
assert (same : shift_S1 (shift_S1 p start) c = shift_S1 p (L_place j d c)).
{ rewrite here. unfold shift_S1, shift. cbn [base offset]. f_equal. ring. }
change (L_el (L_drop x start) c) with (L_el x (start + c)%Z).
rewrite same, <- here. exact (proj2 (R j c J N C W M)).
