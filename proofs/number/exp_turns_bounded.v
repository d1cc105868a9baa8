(* KEY b929e3355a6c *)
From Plumbline.number Require Import exp_rounded exp_range.
intros x product ((_ & high) & low). subst product.
assert (B : (Rabs x <= 708)%R) by (apply Rabs_le; lra).
destruct (exp_k_range x B) as (_ & T & _ & S & _).
unfold L_rounded_product, L_rounded_sum, inverse_ln2, magic in *.
split; (eapply Rle_trans; [eassumption|]); apply IZR_le; lia.
