(* KEY 13ea87871086 *)
From Plumbline.proposition Require Import mixing_math printed_math.
intros layers delta e H E D L. exists (to_itself delta), (but_first e), (fun _ => 0%R). split; [split|].
- exact (proj2 (sinks_written _ _ _) (to_itself_sinks layers delta (conj D H))).
- split; [reflexivity|]. intros j J. as_written. unfold but_first.
  destruct (j =? 0)%Z; [rewrite Rminus_diag_eq, Rabs_R0 by reflexivity|rewrite Rminus_0_r, Rabs_pos_eq by exact E]; lra.
- intros t T. unfold real_of_int. rewrite growth_written by assumption.
  assert (B := bound_of_layers layers delta e L t T). unfold L_el. lra.
