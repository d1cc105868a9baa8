(* KEY 1d1e08d9a3cb *)
From Plumbline Require Import proposition.first_math proposition.slope_math.
assert (F : first_visible (fun j => (j <? 2)%Z) 2 2).
{ split; [lia|]. intros j J L. unfold P_among. rewrite Z.ltb_lt. reflexivity. }
exists (fun j => if (j =? 0)%Z then 1 else 0), (fun d => if (d =? 1)%Z then 1 else 0), (fun j => (j <? 2)%Z),
  2%Z, 2%Z, 0%Z, 0.
refine (conj (conj (conj _ _) F) _).
- lia.
- unfold L_el. rewrite (weight_of_first _ _ 2 2 0 F) by lia. unfold exponential_sum, sum_below. simpl.
  rewrite exp_0, Rplus_0_l.
  assert (E : 1 < exp 1) by (apply exp_above_one; lra). change (IPR 2) with 2.
  set (e := exp 1) in *. clearbody e.
  apply Rmult_lt_reg_r with (e + 1); [lra|]. replace (e / (e + 1) * (e + 1)) with e by (field; lra). lra.
- intros j J L. unfold L_el. assert (C : j = 0%Z \/ j = 1%Z) by lia. destruct C as [-> | ->]; simpl; ring.
