(* KEY bd688a1f63b2 *)
From Plumbline.number Require Import exp_rounded upward_math ball_math finite.
open_goal.
match goal with H : _ /\ _ \/ _ |- _ =>
  destruct H as [(_ & H)|(known & radius_known & [(_ & H)|(known1 & chosen)])]; [apply H|apply H|] end.
unfold P_in_ball, P_claims in *. intro finite_radius.
repeat match goal with N : ~ ?i = 0%Z, A : _ <-> ~ ?i = 0%Z |- _ => apply (proj2 A) in N end.
finite_parts. split; [assumption|].
assert (larger : forall (x y z : ieee_float.Float64.t) (flag : Z),
  ((ieee_float.Float64.t'real x < ieee_float.Float64.t'real y)%R <-> flag <> 0%Z) ->
  flag = 0%Z /\ x = z \/ flag <> 0%Z /\ y = z ->
  ieee_float.Float64.t'real z = Rmax (ieee_float.Float64.t'real x) (ieee_float.Float64.t'real y)).
{ intros x y z flag less [[no <-]|[yes <-]].
  - rewrite Rmax_left; [reflexivity|]. apply Rnot_lt_le. intro smaller. apply less in smaller. contradiction.
  - rewrite Rmax_right; [reflexivity|]. left. apply less. exact yes. }
assert (smaller : forall (x y z : ieee_float.Float64.t) (flag : Z),
  ((ieee_float.Float64.t'real x < ieee_float.Float64.t'real y)%R <-> flag <> 0%Z) ->
  flag = 0%Z /\ y = z \/ flag <> 0%Z /\ x = z ->
  ieee_float.Float64.t'real z = Rmin (ieee_float.Float64.t'real x) (ieee_float.Float64.t'real y)).
{ intros x y z flag less [[no <-]|[yes <-]].
  - rewrite Rmin_right; [reflexivity|]. apply Rnot_lt_le. intro lower. apply less in lower. contradiction.
  - rewrite Rmin_left; [reflexivity|]. left. apply less. exact yes. }
repeat match goal with
| A : _ <-> ~ ?i = 0%Z, C : ?i = 0%Z /\ _ \/ _ |- _ => first [apply (smaller _ _ _ _ A) in C |
  apply (larger _ _ _ _ A) in C]
end.
known_values.
match goal with |- (Rabs (Rmin ?x ?y - Rmin ?a ?b) <= Rmax ?r ?s)%R =>
  pose proof (Rmax_l r s); pose proof (Rmax_r r s) end.
repeat match goal with C : (Rabs _ <= _)%R |- _ => apply Rabs_le_inv in C end.
apply Rabs_le. unfold Rmin. repeat match goal with |- context [Rle_dec ?a ?b] => destruct (Rle_dec a b) end; lra.
