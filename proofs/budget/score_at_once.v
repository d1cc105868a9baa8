(* KEY b5fed1a46822 *)
From Plumbline Require Import budget.step_by_step_math.
From Plumbline Require Import compare.sums_math.
intros u t q k v w x z d scale a b c sum y D UT ST PL S Z X.
rounding P_rounded_in u t IN.
placing P_vector_stored IN u t d PLACED.
scaling PL IN u t scale a b c PARTS.
destruct ST as (stored & scaled & ST).
apply (score_of_sum u t scale a b c q k x z d sum stored scaled y PARTS (PLACED _ _ _ _ X) (PLACED _ _ _ _ Z));
  [|apply IN; tauto|apply IN; tauto|apply IN; tauto].
apply sum_at_once; [exact D|]. unfold P_summed_at_once, L_dots, L_absolutes, L_el in S.
change real_of_int with IZR in S. eapply Rle_trans; [|eapply Rle_trans; [exact S|]].
- right. f_equal. ring.
- right. replace (sum_below (fun i => Rabs (x i * z i)) d)
    with (sum_below (fun i => Rabs (x i) * Rabs (z i)) d); [ring|].
  apply sum_same. intros i I. symmetry. apply Rabs_mult.
