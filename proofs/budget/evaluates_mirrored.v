(* KEY 0fff2dabc8a5 *)
From Plumbline Require Import compare.sums_math budget.direct_math.
intros p v u m n kv eta k zeta x (a & b & Q & A & B) S. exists (- a), b.
assert (V : forall j, u j = - v j) by (intro j; specialize (S j); unfold L_el in S; lra).
rewrite (visible_same n m (fun j => p j * u j) (fun j => -1 * (p j * v j))) by (intros j _ _; rewrite V; ring).
rewrite (visible_same n m (fun j => p j * Rabs (u j)) (fun j => p j * Rabs (v j)))
  by (intros j _ _; rewrite V, Rabs_Ropp; ring).
rewrite visible_factor. split; [rewrite Q; ring|]. split; [|exact B].
replace (- a - _) with (- (a - L_visible_total (fun j => p j * v j) m n)) by ring. rewrite Rabs_Ropp. exact A.
