(* KEY 549b11fb2397 *)
From Plumbline Require Import number.round_math.
intro f. destruct fliteral_axiom as [FL RL].
assert (below : forall l, ieee_float.Float64.t'isFinite l -> ieee_float.Float64.is_minus_infinity f ->
  ieee_float.Float64.lt f l).
{ intros l F [I N]. destruct f as [s|[|]| |s m e C]; try discriminate I; try discriminate N; try contradiction.
  destruct l as [?|[|]| |? ? ? ?]; try discriminate F; reflexivity. }
split; [intro H | auto].
destruct (ieee_float.Float64.lt_special _ _ H) as [[F _]|[[M _]|(_ & _ & [P _])]]; [|exact M|].
- exfalso. apply ieee_float.Float64.lt_finite in H; [|tauto]. rewrite RL in H.
  assert (B := finite_bound f F). apply Rabs_le_inv in B. destruct B as [B _].
  exact (Rlt_irrefl _ (Rlt_le_trans _ _ _ H B)).
- exfalso. exact (proj2 (ieee_float.Float64.is_not_finite _) (or_introl P) FL).
