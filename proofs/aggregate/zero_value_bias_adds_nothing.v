(* KEY d749e2455a1c *)
intros o b c zero. change (L_el (L_with_value_bias o b) c) with (L_el o c + L_el b c)%R.
rewrite zero. ring.
