(* KEY 47a4b869ce18 *)
From Plumbline Require Import must_fail.number_witness.
(* The root of 1, above 1. *)
intro H.
assert (up_is : forall x, L_upward x = upward x) by is_upward L_upward.
specialize (H 1 1 1)%R. unfold L_sum_up, L_quotient_up in H. rewrite !up_is in H.
unfold L_rounded_sum, L_rounded_product, L_rounded_quotient in H.
replace (1 / 1)%R with 1%R in H by field. rewrite (rnd_exact 1) in H by in_format.
assert (A : (0 <= upward 1 <= 3 / 2)%R) by (apply (upward_between 0 (5 / 4)); [in_format..|unfold above; lra|lra]).
set (a := upward 1) in *.
assert (B : (0 <= rnd (1 + a) <= 5 / 2)%R) by (apply rnd_between; [in_format..|lra]). set (b := rnd (1 + a)) in *.
assert (C : (0 <= upward b <= 3)%R) by (apply (upward_between 0 (11 / 4)); [in_format..|unfold above; lra|lra]).
set (c := upward b) in *.
assert (D : (0 <= rnd (1 / 4 * c) <= 3 / 4)%R) by (apply rnd_between; [in_format..|lra]). set (d := rnd _) in *.
destruct H as (_ & _ & E); [lra|unfold P_root_bound, norm_math.root_bound; lra|]. clearbody d. nra.
