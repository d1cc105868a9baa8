(* KEY a93eaeb55367 *)
From Plumbline.number Require Import exp_rounded upward_math finite twofold_math.
assert (rest_is : forall a b, L_product_rest a b = rest a b) by (intros; unfold L_product_rest, L_rounded_fused,
  L_rounded_product, rest; f_equal; ring).
assert (carried_is : forall a b s, L_twofold_rest a b s = carried a b s)
  by (intros; unfold L_twofold_rest; rewrite rest_is; reflexivity).
assert (tail_is : forall a b s t, L_twofold_tail a b s t = tail a b s t)
  by (intros; unfold L_twofold_tail; rewrite carried_is; reflexivity).
assert (spread_is : forall a b s t w, L_twofold_spread a b s t w = spread a b s t w)
  by (intros; unfold L_twofold_spread; rewrite rest_is, carried_is, tail_is; reflexivity).
assert (up_is : forall x, L_upward x = upward x) by (intro; unfold L_upward, L_rounded_sum, L_rounded_product, upward,
  above; fold_least; reflexivity).
intros n x y a e s t w r Y X. rewrite tail_is, spread_is, Z.add_comm. unfold L_sum_up. rewrite up_is.
apply (twofold_math.twofold_next_term n x y a e s t w r X). replace (y - a)%R with (y + - (1) * a)%R by ring. exact Y.
