(* KEY b896bf5c1bf2 *)
intros s i i1 i2 r. split; intros H j J L; symmetry; exact (H j J L).
