(* KEY d6b815d52b99 *)
From Plumbline Require Import weight.laws_math.
From Plumbline.proposition Require Import bounds_math printed_math.
intros w n t i low high e. as_written. unfold real_of_int. rewrite minus_IZR. intros T L E I K N W.
destruct (normalised_between w everything n t i e low high (conj T N) (bounded_is w _ n t low high W) L E (conj I K))
  as [A Z].
rewrite (Rmult_comm high), (Rmult_comm low), !Rplus_assoc, !(Rplus_comm e), <- !Rplus_assoc. split; assumption.
