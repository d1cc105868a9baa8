(* KEY 5786f8af8cba *)
From Plumbline Require Import budget.step_by_step_math.
intros u t q k v w x z p s d scale a b c y D UT PL Z X S ST. set (sum := s d).
change (L_el s d) with sum in ST.
assert (IN : forall k x y, P_rounded_in u t k x y -> engine.rounded_at u t k x y).
{ intros step from to H. apply (rounded_by_bound _ _ _ _ _ (u step * Rabs from + t step)); [|reflexivity].
  unfold P_rounded_in, P_rounded_by, P_near, L_rmul, L_el in H.
  replace (to + - (1) * from) with (to - from) in H by ring. eapply Rle_trans; [exact H|right; ring]. }
assert (PLACED : forall a (v w x : A_seq), P_vector_stored u t a v w x d -> placed u t a v x d).
{ intros a0 v0 w0 x0 H i (I0 & I1). destruct (H i I0 I1) as (X0 & S0). exists (w0 i). split; apply IN; assumption. }
assert (PARTS : engine.scale_parts u t scale a b c).
{ unfold engine.scale_parts. destruct PL as [[[H|H]|H]|(r & H)].
  - right. right. left. repeat split; [tauto|tauto|apply IN; tauto].
  - right. left. repeat split; [tauto|apply IN; tauto|tauto].
  - left. repeat split; [apply IN; tauto|tauto|tauto].
  - right. right. right. exists r. repeat split; [tauto|apply IN; tauto|apply IN; tauto|tauto]. }
destruct ST as (stored & scaled & ST).
apply (score_of_sum u t scale a b c q k x z d sum stored scaled y PARTS (PLACED _ _ _ _ X) (PLACED _ _ _ _ Z));
  [|apply IN; tauto|apply IN; tauto|apply IN; tauto].
destruct S as (S0 & S). apply (sum_in_order _ _ _ p s d D S0). intros i (I0 & I1). destruct (S i I0 I1) as (SN & P).
apply IN in SN. apply IN in P. unfold L_el in SN, P. split; [exact P|].
replace (i + 1)%Z with (1 + i)%Z by ring. replace (s i + p i) with (p i + s i) by ring. exact SN.
