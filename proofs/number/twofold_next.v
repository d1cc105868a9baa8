(* KEY 62f0dc706740 *)
From Plumbline.number Require Import exp_rounded upward_math finite twofold_math.
assert (rest_is : forall a b, L_product_rest a b = rest a b) by (intros; unfold L_product_rest, L_rounded_fused,
  L_rounded_product, rest; f_equal; ring).
assert (carried_is : forall a b s, L_twofold_rest a b s = carried a b s)
  by (intros; unfold L_twofold_rest; rewrite rest_is; reflexivity).
assert (tail_is : forall a b s t, L_twofold_tail a b s t = tail a b s t)
  by (intros; unfold L_twofold_tail; rewrite carried_is; reflexivity).
assert (spread_is : forall a b s t w, L_twofold_spread a b s t w = spread a b s t w)
  by (intros; unfold L_twofold_spread; rewrite rest_is, carried_is, tail_is; reflexivity).
intros n x a b s t w r X. rewrite tail_is, spread_is, Z.add_comm. exact (twofold_math.twofold_next n x a b s t w r X).
