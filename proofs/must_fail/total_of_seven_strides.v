(* KEY 1b85301a07bb *)
From Plumbline Require Import number.total_math must_fail.number_witness.
(* Eight terms, of which the last is 1 and the others are 0: seven strides sum up to 0. *)
intro H. set (w := fun j : Z => if (j =? 7)%Z then 1%R else 0%R).
assert (up_is : forall x, L_upward x = upward x) by is_upward L_upward.
assert (S : P_strides_summed w 8 7 0 0).
{ split; [lia|]. split; [lia|]. split; [exact rnd_zero|].
  replace (sum_below (strides_term w 7) 8) with 0%R by (unfold sum_below, strides_term, w; simpl; ring).
  apply (spanned_deeper _ 0 _ 0); [discriminate|discriminate|exact spanned_nothing]. }
specialize (H w 8%Z 0%R 0%R ltac:(lia) S). unfold P_near, L_total, L_product_up, L_rounded_product in H.
rewrite up_is, Rmult_0_l, rnd_zero, upward_zero in H.
replace (sum_below w 8) with 1%R in H by (unfold sum_below, w; simpl; ring).
assert (L := least_tiny). apply Rabs_le_inv in H. lra.
