(* KEY 554c6423659a *)
From Plumbline Require Import weight.laws_math.
From Plumbline.proposition Require Import bounds_math printed_math.
intros w n t i low high. as_written. unfold real_of_int. intros T L I K N W.
destruct (at_least_one_between w everything n t i low high (conj T N) (bounded_is w _ n t low high W) L (conj I K))
  as [A Z].
rewrite !(Rmax_comm 1), (Rmult_comm high), (Rmult_comm low). split; assumption.
