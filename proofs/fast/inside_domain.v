(* KEY 218d8dd41247 *)
(* 0, and what lies between two finite numbers: a binary64 number within the domain. *)
From Plumbline Require Import number.round_math.
intros zero f mid H.
destruct fliteral_axiom as [FZ RZ], fliteral_axiom1 as [FL RL], fliteral_axiom2 as [FU RU].
assert (Z : ieee_float.Float64.t'isFinite zero /\ P_exp_domain (ieee_float.Float64.t'real zero)).
{ subst zero. split; [exact FZ|]. unfold P_exp_domain. rewrite (rounded_finite _ FZ).
  rewrite RZ. repeat split; lra. }
destruct H as [[A [[B E]|[_ E]]]|[_ E]]; try (rewrite <- E; exact Z).
subst mid. assert (F := between_finite _ _ _ FL FU A B). split; [exact F|].
apply ieee_float.Float64.le_finite in A; [|tauto].
apply ieee_float.Float64.le_finite in B; [|tauto].
rewrite RL in A. rewrite RU in B. unfold P_exp_domain. rewrite (rounded_finite _ F). repeat split; assumption.
