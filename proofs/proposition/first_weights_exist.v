(* KEY 9ad0ed6e01f8 *)
intros g.
exists (fun d => L_softmax (fun j => g (d - j)%Z) (fun j => (j <? 1 + d)%Z) 64%Z 0%Z).
intros t T0 T. exists (fun j => g (- (1) + t - j)%Z), (fun j => (j <? t)%Z), 0. split; [split|].
- unfold L_el. replace (1 + (- (1) + t))%Z with t by ring. reflexivity.
- split; [lia|]. intros j J0 J. unfold P_among. apply Z.ltb_lt.
- intros j J0 J. unfold L_el. rewrite Rplus_0_l. reflexivity.
