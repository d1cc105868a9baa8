(* KEY a65d9a3b9db7 *)
intros mid rad t size. cbv zeta. unfold P_accurate, tight_math.accurate.
replace (mid + - (1) * size)%R with (mid - size)%R by ring. tauto.
