(* KEY 9fc96844aa88 *)
From Plumbline.number Require Import exp_rounded exp_rounding.
From Plumbline.position Require Import alibi_math.
intros k m r K L U S. unfold r. rewrite !halved_by_one. assert (m = k + 1)%Z by lia. subst m. clear - K U.
unfold L_rounded_product. split.
- replace (1 / 2)%R with (bpow radix2 (-1)) by (simpl; lra). rewrite <- bpow_plus.
  replace (- k + -1)%Z with (- (k + 1))%Z by ring. apply rnd_exact, generic_format_bpow. unfold FLT_exp. lia.
- rewrite Rabs_pos_eq by apply bpow_ge_0. apply Rle_trans with (bpow radix2 0); [apply bpow_le; lia|].
  apply IZR_le. lia.
