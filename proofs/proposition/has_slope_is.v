(* KEY a356ccc75fc3 *)
intros f t slope. split.
- intros H e E. destruct (H e E) as (r & R & B). exists (mkposreal r R). intros h N L. simpl in L.
  eapply Rle_lt_trans; [|exact (B h N L)]. right. f_equal. unfold L_curve_at, Rdiv. ring.
- intros H e E. destruct (H e E) as ((r & R) & B). exists r. split; [exact R|]. intros h N L.
  eapply Rle_lt_trans; [|exact (B h N L)]. right. f_equal. unfold L_curve_at, Rdiv. ring.
