(* KEY 7c1ec6659574 *)
intros m n k N L G M. replace k with (Z.succ n) by lia. unfold L_visible_count. rewrite Z2Nat.inj_succ by exact N.
cbn [count_below]. rewrite Z2Nat.id by exact N. unfold P_among in M. rewrite M. apply Z.add_comm.
