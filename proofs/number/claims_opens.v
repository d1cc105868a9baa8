(* KEY b1396d2c84bb *)
intros mid rad x. unfold P_claims, P_near.
replace (x + - (1) * ieee_float.Float64.t'real mid)%R with (x - ieee_float.Float64.t'real mid)%R by ring.
apply iff_refl.
