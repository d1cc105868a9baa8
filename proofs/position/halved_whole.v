(* KEY 17ca7b97076c *)
From Plumbline.position Require Import alibi_math.
intros a n W N A. rewrite (halved_splits a n) by exact N. rewrite W.
replace (- (0 / IZR n))%R with 0%R by (unfold Rdiv; ring). rewrite Rpower_O by lra. ring.
