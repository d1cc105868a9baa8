(* KEY b371bdbdda28 *)
From Plumbline.number Require Import exp_rounded exp_tight_math.
intros s r c C R S. apply exp_tight_math.horner_small; lra.
