(* KEY 811397d591f0 *)
From Plumbline Require Import compare.position_math position.rotation_math.
intros u delta turns w p layout pairs e m E N M S.
assert (sine_moves : forall x y, Rabs (sin x - sin y) <= Rabs (x - y)).
{ intros x y. assert (C := cosine_moves (y - PI / 2) (x - y)).
  replace (y - PI / 2 + (x - y)) with (x - PI / 2) in C by ring.
  replace (cos (x - PI / 2)) with (sin x) in C by (rewrite <- (cos_neg (x - PI / 2)), <- cos_shift; f_equal; ring).
  replace (cos (y - PI / 2)) with (sin y) in C by (rewrite <- (cos_neg (y - PI / 2)), <- cos_shift; f_equal; ring).
  eapply Rle_trans; [exact C|apply Rmin_r]. }
assert (cos_moves : forall x y, Rabs (cos x - cos y) <= Rabs (x - y)).
{ intros x y. assert (C := cosine_moves y (x - y)). replace (y + (x - y)) with x in C by ring.
  eapply Rle_trans; [exact C|apply Rmin_r]. }
specialize (S e (conj E N)). cbv zeta in S.
assert (A : (if (layout =? 1)%Z then (e / 2)%Z else if (e <? pairs)%Z then e else (e - pairs)%Z) = m).
{ unfold P_of_angle in M. destruct (Z.eqb_spec layout 1) as [L|L].
  - rewrite <- (proj1 M L). symmetry. apply Z.quot_div_nonneg; lia.
  - destruct (Z.ltb_spec e pairs) as [P|P].
    + symmetry. apply (proj1 (proj2 M L)); lia.
    + assert (X := proj2 (proj2 M L)). lia. }
unfold P_near, L_function_off, L_rmul, L_el, L_sinusoid. cbv zeta. rewrite A in *. destruct S as (angle & D & W).
set (x := if if (layout =? 1)%Z then Z.even e else (e <? pairs)%Z then sin angle else cos angle) in W.
set (y := if if (layout =? 1)%Z then Z.even e else (e <? pairs)%Z then L_turn_sine (turns m * IZR p) else _).
assert (X : Rabs (x - y) <= delta m).
{ unfold x, y, L_turn_sine, L_turn_cosine.
  destruct (if (layout =? 1)%Z then Z.even e else (e <? pairs)%Z); (eapply Rle_trans; [|exact D]).
  - apply sine_moves.
  - apply cos_moves. }
replace (w e + - (1) * y) with ((w e - x) + (x - y)) by ring.
eapply Rle_trans; [apply Rabs_triang|]. lra.
