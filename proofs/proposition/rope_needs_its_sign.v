(* KEY 1271425870bc *)
From Plumbline Require Import proposition.first_math.
assert (F : first_visible (fun j => (j <? 2)%Z) 2 2).
{ split; [lia|]. intros j J L. unfold P_among. rewrite Z.ltb_lt. reflexivity. }
exists (fun _ => -1), (fun _ => 0), (fun j => (j <? 2)%Z), 2%Z, 2%Z, 0%Z, (-1). intro e.
refine (conj (conj (conj _ _) F) _).
- lia.
- unfold L_el. rewrite (alike_weights _ _ 2 2 0 F) by (reflexivity || lia).
  assert (P : 0 < e) by apply Exp_prop.exp_pos. assert (E : e < 1) by (rewrite <- exp_0; apply exp_increasing; lra).
  clearbody e.
  match goal with |- context [real_of_int ?z] => change (real_of_int z) with 1 end. change (IZR 2) with 2.
  apply Rmult_lt_reg_r with (1 + e); [lra|]. replace (e / (1 + e) * (1 + e)) with e by (field; lra). lra.
- intros j J L. unfold L_el. rewrite cos_0. ring.
