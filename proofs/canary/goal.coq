(* A goal as Why3 prints it, for the scripts that proofs/canary/run tries on it. *)
Require Import BuiltIn.

Axiom Q_lemma_used :
  forall (x:Reals.Rdefinitions.R) (y:Reals.Rdefinitions.R), (x < y)%R -> (x = y).

Axiom not_allowed : forall (x:Reals.Rdefinitions.R), ~ (x < x)%R -> False.

(* Why3 goal *)
Theorem wp_goal :
  forall (x:Reals.Rdefinitions.R) (y:Reals.Rdefinitions.R), (x < y)%R -> (x = y).
Proof.
intros x y h1.

Qed.

