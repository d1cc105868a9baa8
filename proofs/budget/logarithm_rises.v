(* KEY 614c7c35c1b7 *)
intros x y X L. unfold L_rlog. destruct (Rle_lt_or_eq_dec x y L) as [D|D]; [left; apply ln_increasing; assumption|].
rewrite D. apply Rle_refl.
