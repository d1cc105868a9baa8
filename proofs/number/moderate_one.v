(* KEY a122d11c5841 *)
From Plumbline.number Require Import exp_tight_math.
exact exp_tight_math.moderate_one.
