(* KEY a1c50157bbaa *)
From Plumbline Require Import budget.step_by_step_math.
intros u t e f b own y O S.
rounding P_rounded_in u t IN.
assert (OWN : rounded_sum.near_rounded e f b own).
{ unfold rounded_sum.near_rounded. unfold P_rounded_by, P_near, L_rmul in O.
  replace (own + - (1) * b) with (own - b) in O by ring. eapply Rle_trans; [exact O|right; ring]. }
exists own. split; [exact OWN|apply IN, S].
