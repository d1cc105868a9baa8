(* KEY 1033c2e27579 *)
intros o w v r s m d n c O J. unfold L_el in *. unfold L_with_relative_values. rewrite <- O.
unfold L_weighted, sum_below.
assert (G : forall k, (Z.of_nat k <= n)%Z -> (total (fun j => if m j then w j * v (L_place j d c) else 0) k +
  total (fun j => w j * r (L_place j d c)) k = total (fun j => if m j then w j * s (L_place j d c) else 0) k)%R).
{ induction k as [|k I]; intro B; simpl; [ring|]. rewrite <- I by lia.
  destruct (J (Z.of_nat k)) as (E & A); [lia|lia|]. unfold P_among in A. rewrite A, <- E. ring. }
destruct (Z.le_gt_cases n 0) as [N|N]; [replace (Z.to_nat n) with 0%nat by lia; simpl; ring|].
apply G. lia.
