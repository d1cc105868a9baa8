(* KEY b8630a5cfa01 *)
From Plumbline Require Import score.ball_memory.
intros t p x m n k d start D N L G R E. intros j c element J K C W M.
assert (later : (0 <= (k - 1 - j) * d)%Z) by nia.
split; [unfold element, L_place; split; nia|].
assert (now : (j < n)%Z \/ j = n) by lia. destruct now as [before | last].
- exact (proj2 (R j c J before C W M)).
- assert (here : element = (start + c)%Z) by (unfold element, start, L_place; rewrite last; ring).
  rewrite here.
  assert (same : shift_S1 (shift_S1 p start) c = shift_S1 p (start + c)).
  { unfold shift_S1, shift. cbn [base offset]. f_equal. ring. }
  rewrite <- same. rewrite last in M. exact (E M c C W).
