(* KEY b97621a2b384 *)
From Plumbline Require Import proposition.angle_math.
intros s s1 s2 i i1 i2 r r1 h1 h2 h3 h4 h5. apply bounded_weights; [exact h4|lia|].
intros j J. assert (E := h5 j ltac:(lia) ltac:(lia)). unfold L_el in E. rewrite <- E.
match goal with |- context [cos ?b] => assert (C := COS_bound b); set (c := cos b) in * end. clearbody c.
assert (r * -1 <= r * c) by (apply Rmult_le_compat_l; lra). assert (r * c <= r * 1) by (apply Rmult_le_compat_l; lra).
lra.
