(* KEY 2cd0b29dbfca *)
intros u t g a y of SAVED NEAR _ UT C. exists a. split; [exact C|].
split; [intro N; contradiction (SAVED N)|intros _].
unfold P_rounded_in, P_rounded_by, P_near, L_rmul. lra.
