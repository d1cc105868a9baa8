(* KEY 71b2902ed3a7 *)
From Plumbline Require Import compare.shapes model.rounded_sum model.engine budget.chunks_math.
intros u t q k c v m n d steps scale s STEPS UT C X. exists m, none, s, 0.
assert (E : forall i x y, (0 <= i < 12)%Z -> x = y -> P_rounded_in u t i x y).
{ intros i x y I ->. unfold P_rounded_in, P_rounded_by, P_near, L_rmul, L_el. differences.
  assert (W := exact_rounding u t i y UT I). unfold rounded_at, near_rounded in W. lra. }
split; [|exact X]. split; [|exact (no_quotients u t c v n steps STEPS)]. split; [|exact C]. split.
- intros j J0 J1. unfold P_among, none. split; [split; [intros [I|I]; [exact I|discriminate]|intro I; left; exact I]|].
  right. discriminate.
- exists 0, s. split; [split|]; apply E; try lia; ring.
