(* KEY a1c50157bbaa *)
From Plumbline Require Import budget.step_by_step_math.
intros u t e f b own y O S.
assert (IN : forall k x y, P_rounded_in u t k x y -> engine.rounded_at u t k x y).
{ intros step from to H. apply (rounded_by_bound _ _ _ _ _ (u step * Rabs from + t step)); [|reflexivity].
  unfold P_rounded_in, P_rounded_by, P_near, L_rmul, L_el in H.
  replace (to + - (1) * from) with (to - from) in H by ring. eapply Rle_trans; [exact H|right; ring]. }
assert (OWN : rounded_sum.near_rounded e f b own).
{ unfold rounded_sum.near_rounded. unfold P_rounded_by, P_near, L_rmul in O.
  replace (own + - (1) * b) with (own - b) in O by ring. eapply Rle_trans; [exact O|right; ring]. }
exists own. split; [exact OWN|apply IN, S].
