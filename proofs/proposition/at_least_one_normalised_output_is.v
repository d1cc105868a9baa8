(* KEY 7163996800dc *)
From Plumbline.proposition Require Import limits_math.
intros w v m d n k a u y H W V. rewrite Rmult_comm. symmetry. exact (at_least_one_output_is w v m d n k a u W V H).
