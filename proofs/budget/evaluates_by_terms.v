(* KEY 110e07fd914e *)
From Plumbline Require Import compare.shapes compare.sums_math budget.direct_math.
intros p v a b m n kv eta k zeta h z x Q Z H T.
exists (L_visible_total (L_times p v) m n + L_visible_total (L_times (L_times p a) v) m n + h).
exists (L_visible_total p m n + L_visible_total (L_times p b) m n + z).
split; [|split].
- lra.
- replace (_ - _) with (L_visible_total (L_times (L_times p a) v) m n + h) by (unfold L_times; ring).
  eapply Rle_trans; [apply Rabs_triang|]. apply Rplus_le_compat; [|exact H]. rewrite <- visible_factor.
  apply visible_absolute.
  intros j (K & L) M. destruct (T j K L M) as ((P & _) & A). unfold L_times, L_el in *.
  rewrite !Rabs_mult, (Rabs_pos_eq (p j)) by exact P.
  rewrite <- Rmult_assoc. apply Rmult_le_compat_r; [apply Rabs_pos|]. rewrite (Rmult_comm kv).
  apply Rmult_le_compat_l; assumption.
- replace (_ - _) with (L_visible_total (L_times p b) m n + z) by ring.
  eapply Rle_trans; [apply Rabs_triang|]. apply Rplus_le_compat; [|exact Z]. rewrite <- visible_factor.
  apply visible_absolute.
  intros j (K & L) M. destruct (T j K L M) as ((P & B) & _). unfold L_times, L_el in *.
  rewrite Rabs_mult, (Rabs_pos_eq (p j)) by exact P.
  rewrite (Rmult_comm k). apply Rmult_le_compat_l; assumption.
