(* KEY ddef07682949 *)
From Plumbline.number Require Import exp_rounded upward_math total_tight_math.
intros w t s e part width n lane T1 N T0 L N1 P S.
destruct (proj1 (total_tight_math.strides_go_on w t n lane s e part width (conj N N1) ltac:(lia) ltac:(lra) S P))
  as (G1 & G2 & G3 & G4 & G5 & G6).
unfold P_join_in_range, L_rounded_sum, L_rounded_product. replace (1 / 9007199254740992)%R with u by (unfold u; field).
repeat split; assumption.
