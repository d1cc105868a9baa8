(* KEY 0963c9263d8d *)
From Plumbline Require Import must_fail.compare_witness compare.shapes.
(* two keys, off by 1 and -1: where the first counts as exact, the second is off by -2. *)
intro H. specialize (H (fun _ => 1 / 2) (fun _ => 1) (two 1 (-1)) (fun j => 1 / 2 * exp (two 1 (-1) j)) (fun _ => 0)
  (two 0 (-2)) (two 0 1) 2%Z 0%Z 1 0).
unfold P_perturbed in H. sums. rewrite !sum_two in H. premises H.
destruct H as (_ & _ & P).
- split; [numbers|]. apply both; unfold two; cbn [Z.eqb]; numbers.
- intro j. unfold two. destruct (j =? 0)%Z; cbn [Z.eqb]; numbers.
- intros j J _ _. unfold two. apply Z.eqb_neq in J. rewrite J. reflexivity.
- destruct (P 1%Z ltac:(lia) ltac:(lia)) as (_ & A). unfold two in A. cbn [Z.eqb] in A. refuted A.
