(* KEY f0588dd60eb8 *)
intros m n. unfold P_sees. split.
- intros (j & (L & G) & M). exists j. repeat split; assumption.
- intros (j & L & G & M). exists j. repeat split; assumption.
