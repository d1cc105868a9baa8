(* KEY 6aa517d450e9 *)
From Plumbline Require Import must_fail.compare_witness.
(* The denominator 1/4 - 2^-22 comes out as 1/4, and the numerator 1 and the quotient as small as they may. *)
intro H. set (e := 1 / 4194304) in *.
specialize (H e 1 (1 / 4 - e) (1 - e) (1 / 4) ((1 - 1 / 1073741824) * ((1 - e) * 4))).
unfold P_nearly in H. unfold e in *. refuted H.
