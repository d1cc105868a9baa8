(* KEY 4883f65fd95b *)
From Plumbline.number Require Import sequence_math.
intros p g rows n d j c R. symmetry. exact (sum_below_next _ rows R).
