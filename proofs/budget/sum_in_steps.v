(* KEY 89fdb1f6eb73 *)
From Plumbline Require Import budget.step_by_step_math.
intros u t e f x b own sum y S M O.
rounding P_rounded_in u t IN.
assert (OWN : rounded_sum.near_rounded e f (x + b) own).
{ unfold rounded_sum.near_rounded. unfold P_rounded_by, P_near, L_rmul in O.
  replace (own + - (1) * (x + b)) with (own - (x + b)) in O by ring. eapply Rle_trans; [exact O|right; ring]. }
exists own, sum. split; [exact OWN|split; apply IN; assumption].
