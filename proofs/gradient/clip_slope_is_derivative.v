(* KEY fea074057638 *)
From Plumbline.gradient Require Import divided_derivative_math.
intros p r r1 r2 r3 i r4 r5 N O S.
assert (E : r5 = p r2 i * (r1 - r) + r).
{ unfold r5. change (r + p r2 i * (r1 + (-1) * r) = p r2 i * (r1 - r) + r). ring. }
assert (F : L_clip_slope r4 r r1 = L_unit_step (p r2 i * (r1 - r) + r) * (r1 - r)).
{ rewrite <- E. unfold L_clip_slope. change (L_unit_step r5 * (r1 + (-1) * r) = L_unit_step r5 * (r1 - r)). ring. }
rewrite F. rewrite E in N, O. exact (clipped_slope p r r1 r2 r3 i N O S).
