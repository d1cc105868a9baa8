(* KEY 2c3be8b6ffbe *)
From Plumbline.proposition Require Import limits_math.
intros x v q k m d n column head_dim c scale u s t S E V. fold s. rewrite S, Rmult_comm, (Rplus_comm 1). symmetry.
exact (key_bias_output x v m d n column c u E V).
