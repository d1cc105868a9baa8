(* KEY 5786f8af8cba *)
From Plumbline Require Import budget.step_by_step_math.
intros u t q k v w x z p s d scale a b c y D UT PL Z X S ST. set (sum := s d).
change (L_el s d) with sum in ST.
rounding P_rounded_in u t IN.
placing P_vector_stored IN u t d PLACED.
scaling PL IN u t scale a b c PARTS.
destruct ST as (stored & scaled & ST).
apply (score_of_sum u t scale a b c q k x z d sum stored scaled y PARTS (PLACED _ _ _ _ X) (PLACED _ _ _ _ Z));
  [|apply IN; tauto|apply IN; tauto|apply IN; tauto].
destruct S as (S0 & S). apply (sum_in_order _ _ _ p s d D S0). intros i (I0 & I1). destruct (S i I0 I1) as (SN & P).
apply IN in SN. apply IN in P. unfold L_el in SN, P. split; [exact P|].
replace (i + 1)%Z with (1 + i)%Z by ring. replace (s i + p i) with (p i + s i) by ring. exact SN.
