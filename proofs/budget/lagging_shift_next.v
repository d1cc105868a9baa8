(* KEY 10a7ab2205a4 *)
From Plumbline Require Import budget.shifts_math.
intros s lag n before score after N. unfold after, before, score, L_lagging_shift, L_el.
replace (Z.to_nat (1 + n - 1)) with (S (Z.to_nat (n - 1))) by lia. cbn [shifts.lagging].
replace (Z.of_nat (S (Z.to_nat (n - 1)))) with n by lia.
destruct (Rlt_dec _ _) as [L|L]; split; intro H; (reflexivity || lra).
