(* KEY 46f4692995e3 *)
From Plumbline.proposition Require Import sink_gradient_math.
intros p v g h rows n d j x R ((D & J) & K).
assert (A := gradient_is_adjoint p v g h rows n d j D R (conj J K)). unfold x. lra.
