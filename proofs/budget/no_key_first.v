(* KEY acbe70f8bd59 *)
From Plumbline Require Import compare.shapes model.rounded_sum model.engine budget.chunks_math.
intros u t q k c v m n d steps scale s D STEPS UT X. exists none, m, 0, s.
assert (E : forall i x y, (0 <= i < 12)%Z -> x = y -> P_rounded_in u t i x y).
{ intros i x y I ->. unfold P_rounded_in, P_rounded_by, P_near, L_rmul, L_el. differences.
  assert (W := exact_rounding u t i y UT I). unfold rounded_at, near_rounded in W. lra. }
split; [|exact (no_numerator u t scale q k v n d steps UT ltac:(lia) ltac:(lia))]. split; [|exact X]. split.
- split.
  + intros j J0 J1. unfold P_among, none. split; [split; [intros [I|I]; [discriminate|exact I]|intro I; right;
    exact I]|].
    left. discriminate.
  + exists s, s. split; [split|]; apply E; try lia; ring.
- intros j J0 J1 I. discriminate.
