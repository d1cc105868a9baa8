(* KEY f67d3a4cca9a *)
intro x. unfold P_modest, sum_tight_math.modest.
match goal with |- (x <= IZR ?n)%R /\ _ <-> _ => change (IZR n) with (bpow radix2 250) end.
replace (1 / bpow radix2 250)%R with (bpow radix2 (-250)); [tauto|].
unfold Rdiv. rewrite Rmult_1_l, <- bpow_opp. reflexivity.
