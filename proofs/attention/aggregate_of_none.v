(* KEY 5a19e3c51c12 *)
From Plumbline.attention Require Import narrow_math.
intros w v m d n column N. apply narrow_math.aggregate_of_none. exact N.
