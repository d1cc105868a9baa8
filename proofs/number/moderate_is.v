(* KEY 52273eb5fdc9 *)
intro x. unfold P_moderate, tight_math.moderate.
match goal with |- (x <= IZR ?n)%R /\ _ <-> _ => change (IZR n) with (bpow radix2 800) end.
replace (1 / bpow radix2 800)%R with (bpow radix2 (-800)); [tauto|].
unfold Rdiv. rewrite Rmult_1_l, <- bpow_opp. reflexivity.
