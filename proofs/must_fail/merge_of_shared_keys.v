(* KEY b244ed93b7c8 *)
(* one key, of both parts, its score 0: the log-sum-exp is 0, and of the merge ln 2 *)
From Plumbline Require Import must_fail.row_witness model.log_sum_exp.
intro H.
specialize (H (constant 0) (constant 0) every_key every_key 1%Z 1%Z (Z.le_0_1) (fun j _ _ => conj eq_refl eq_refl)).
assert (E : forall m, m = every_key -> L_part_lse (L_attended (constant 0) m (constant 0) 1 1) = 0 /\
  exists o, L_attended (constant 0) m (constant 0) 1 1 = Some (0, o)).
{ intros m ->. unfold L_attended, L_log_sum_exp. rewrite one_exponential, Rminus_0_r, exp_0, ln_1.
  destruct (Rlt_dec 0 1) as [_|N]; [|exfalso; apply N; lra]. split; [reflexivity|eexists; reflexivity]. }
destruct (E (L_united every_key every_key) eq_refl) as [L _]. destruct (E every_key eq_refl) as [_ [o O]].
rewrite H, O in L. simpl in L. rewrite exp_0 in L.
assert (P : ln 1 < ln (1 + 1)) by (apply ln_increasing; lra). rewrite ln_1 in P. lra.
