(* KEY 37ee8edb849c *)
From Plumbline.number Require Import exp_rounded upward_math total_tight_math.
intros w t s e mid rad n lane j x T1 J N T0 N1 M A S.
destruct (proj1 (total_tight_math.stride_goes_on w t n lane j s e mid rad (conj N N1) J ltac:(lra) S M A))
  as (G1 & G2 & G3 & G4 & G5 & G6).
unfold P_join_in_range, L_rounded_sum, L_rounded_product. replace (1 / 9007199254740992)%R with u by (unfold u; field).
repeat split; assumption.
