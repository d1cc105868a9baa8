(* KEY 65dd4c799647 *)
From Plumbline.proposition Require Import operators_math.
intros b bound B. destruct (first_key_vanishes b bound B) as [N H]. exists N. intros x m n c P K M E.
assert (F : equal_but_first x m n c b) by (intros j J G A; destruct (E j J G A) as [other first];
  split; [intro Z; rewrite Rplus_comm; symmetry; exact (first Z)|exact other]).
exact (H x m n c P M F K).
