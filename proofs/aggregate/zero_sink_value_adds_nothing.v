(* KEY b719d31e7a2b *)
intros o v w c zero. change (L_el (L_with_sink_value o w v) c) with (L_el o c + w * L_el v c)%R.
rewrite zero. ring.
