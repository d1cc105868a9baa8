(* KEY a356ccc75fc3 *)
From Plumbline.proposition Require Import printed_math.
intros f t slope. split.
- intros H e E. destruct (H e E) as (r & R & B). exists (mkposreal r R). intros h N L. simpl in L.
  specialize (B h N L). unfold L_curve_at in B.
  replace ((f (t + h) - f t) / h - slope)%R with (-1 * slope + (f (t + h) + -1 * f t) / h)%R
    by (unfold Rdiv; ring). exact B.
- intros H e E. destruct (H e E) as ((r & R) & B). exists r. split; [exact R|]. intros h N L. specialize (B h N L).
  unfold L_curve_at. replace (-1 * slope + (f (t + h) + -1 * f t) / h)%R with ((f (t + h) - f t) / h - slope)%R
    by (unfold Rdiv; ring). exact B.
