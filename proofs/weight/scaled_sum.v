(* KEY 19dc495d79e2 *)
From Plumbline.weight Require Import laws_math.
intros w alpha n. symmetry. apply scaled_total.
