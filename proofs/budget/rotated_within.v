(* KEY c345abd9ac8b *)
From Plumbline Require Import compare.rounded_sum_math budget.rotated_math.
intros u t delta k mu c s a b y real_k K B UT (c' & s' & cosine & sine & p & q & first & A & C & S & P & Q & F & Y).
unfold real_k, P_near in *. change real_of_int with IZR in *. unfold L_rmul, L_el in B.
assert (U4 := UT 4%Z ltac:(lia)). assert (U0 := UT 0%Z ltac:(lia)). assert (U7 := UT 7%Z ltac:(lia)).
set (g := L_tensor_unit u). set (h := L_tensor_tiny t).
assert (G : u 0%Z <= g /\ u 7%Z <= g) by (unfold g, L_tensor_unit, L_el; split; [apply Rmax_l|apply Rmax_r]).
assert (H : t 0%Z <= h /\ t 7%Z <= h) by (unfold h, L_tensor_tiny, L_el; split; [apply Rmax_l|apply Rmax_r]).
assert (G0 : 0 <= g) by lra.
assert (T : forall x z, alibi_computed.in_tensor u t x z -> rounded_sum.near_rounded g h x z).
{ intros x z [N|N]; unfold engine.rounded_at, rounded_sum.near_rounded in *; assert (X := Rabs_pos x);
    (eapply Rle_trans; [exact N|]); apply Rplus_le_compat; try lra; apply Rmult_le_compat_r; lra. }
(* a cosine or a sine *)
assert (E : forall x z size, rotated.entry_computed u t k mu x z -> Rabs x <= size ->
  Rabs (z - x) <= L_entry_off u t (IZR k) mu size).
{ intros x z size (function & own & N & R & I) X.
  assert (k0 : 0 <= IZR k * u 4%Z) by (apply Rmult_le_pos; [apply (IZR_le 0), K|lra]).
  assert (O := moved_within _ _ _ _ _ _ _ (gamma_positive (IZR k) (u 4%Z) (conj k0 B))
    (roundings_gamma _ _ _ _ _ (proj1 U4) (proj2 U4) B R) N X).
  assert (M := moved_within _ _ _ _ _ _ _ G0 (T _ _ I) O X). eapply Rle_trans; [exact M|]. right.
  unfold L_entry_off, L_in_tensor_off, L_moved, moved, L_gamma_tiny, L_gamma_up, L_gamma_of, L_rmul, L_rdiv, L_el, Rdiv.
  fold g h. replace (1 + - (1) * (IZR k * u 4%Z)) with (1 - IZR k * u 4%Z) by ring. ring. }
(* its product with an element *)
assert (M : forall x f z n size, rotated.product_computed u t x f z ->
  Rabs (f - n) <= L_entry_off u t (IZR k) mu size -> Rabs n <= size ->
  Rabs (z - x * n) <= L_rotated_product_off u t (IZR k) mu (Rabs x) size).
{ intros x f z n size (own & N & I) O X. unfold engine.rounded_at in N.
  assert (D : Rabs (own - x) <= moved (u 0%Z) (t 0%Z) 0 (Rabs x)).
  { apply (moved_within _ _ _ _ _ _ _ (proj1 U0) N); [|right; reflexivity].
    replace (x - x) with 0 by ring. rewrite Rabs_R0. lra. }
  assert (Z := product_moved _ _ _ _ _ _ _ D O X).
  refine (Rle_trans _ _ _ (moved_within _ _ _ _ _ _ _ G0 (T _ _ I) Z _) _).
  - rewrite Rabs_mult. apply Rmult_le_compat_l; [apply Rabs_pos|exact X].
  - right. reflexivity. }
destruct A as (e & A & C' & S').
assert (L := angle_enlarges _ _ c s A). rewrite <- C', <- S' in L. destruct L as (LC & LS).
assert (MC := M _ _ _ _ _ P (E _ _ _ C LC) LC). assert (MS := M _ _ _ _ _ Q (E _ _ _ S LS) LS).
set (x := a * c - b * s). set (partner := a * s + b * c).
assert (V := angle_moves _ _ x partner A). set (w := Rabs partner * delta + Rabs x * (delta * delta * / 2)) in V.
replace (x * cos e - partner * sin e) with (a * c' - b * s') in V by (unfold x, partner; rewrite C', S'; ring).
assert (X : Rabs (a * c' - b * s') <= Rabs x + w).
{ replace (a * c' - b * s') with (x + (a * c' - b * s' - x)) by ring. eapply Rle_trans; [apply Rabs_triang|]. lra. }
set (d := L_rotated_products u t delta (IZR k) mu (Rabs c) (Rabs s) (Rabs a) (Rabs b)).
assert (D : Rabs (p - q - (a * c' - b * s')) <= d).
{ replace (p - q - (a * c' - b * s')) with ((p - a * c') + - (q - b * s')) by ring.
  eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_Ropp. apply Rplus_le_compat; assumption. }
assert (O := moved_within _ _ _ _ _ _ _ G0 (T _ _ Y) (moved_within _ _ _ _ _ _ _ G0 (T _ _ F) D X) X).
assert (EX : L_rmul a c + - (1) * L_rmul b s = x) by (unfold L_rmul, x; ring).
unfold L_rotated_off. cbv zeta. rewrite !EX. fold d. change (L_rmul a s + L_rmul b c) with partner.
assert (W : L_angle_moves delta (Rabs x) (Rabs partner) = w) by (unfold L_angle_moves, L_rmul, w; lra).
rewrite W. replace (y + - (1) * x) with ((y - (a * c' - b * s')) + (a * c' - b * s' - x)) by ring.
eapply Rle_trans; [apply Rabs_triang|]. rewrite Rplus_comm. apply Rplus_le_compat; [exact V|]. exact O.
