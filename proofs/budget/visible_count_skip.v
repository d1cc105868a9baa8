(* KEY c782ca89d278 *)
intros m n k N L G M. replace k with (Z.succ n) by lia. unfold L_visible_count. rewrite Z2Nat.inj_succ by exact N.
simpl. rewrite Z2Nat.id by exact N. unfold P_among in M. destruct (m n); [contradiction M; reflexivity|].
rewrite Z.add_0_r. reflexivity.
