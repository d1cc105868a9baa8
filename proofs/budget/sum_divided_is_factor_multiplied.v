(* KEY 62c51eb6f8b1 *)
From Plumbline Require Import compare.rounded_sum_math.
intros u t factor numerator sum y S0 B UT (c & d & ((C0 & <-) & D) & C).
destruct (UT 6%Z ltac:(lia)) as (U & T). destruct (UT 7%Z ltac:(lia)) as (U7 & T7).
destruct (UT 8%Z ltac:(lia)) as (U8 & T8).
assert (same : forall a b x, 0 <= a -> 0 <= b -> rounded_sum.near_rounded a b x x).
{ intros a b x A B0. unfold rounded_sum.near_rounded. rewrite Rminus_diag_eq, Rabs_R0 by reflexivity.
  assert (0 <= a * Rabs x) by (apply Rmult_le_pos; [exact A|apply Rabs_pos]). lra. }
unfold L_rmul, L_rdiv, L_el in *. set (e := u 6%Z) in *.
(* d is the sum over c, but for a factor r *)
set (r := d * c / sum).
assert (R : Rabs (r - 1) <= e).
{ unfold r. assert (A : 0 < Rabs (sum / c)).
  { apply Rabs_pos_lt. unfold Rdiv. apply Rmult_integral_contrapositive_currified; [exact S0|].
    apply Rinv_neq_0_compat, C0. }
  apply (Rmult_le_reg_r (Rabs (sum / c))); [exact A|]. rewrite <- Rabs_mult.
  replace ((d * c / sum - 1) * (sum / c)) with (d + -1 * (sum / c)) by (field; split; assumption). exact D. }
apply Rabs_le_inv in R. assert (r0 : 0 < r) by lra.
assert (d0 : d <> 0).
{ intro Z. unfold r in r0. rewrite Z in r0. unfold Rdiv in r0. rewrite !Rmult_0_l in r0. lra. }
set (z := numerator / sum). set (a := z / r).
exists a, c. split; [split|].
- unfold a, z, r, L_rmul, L_rdiv. field. repeat split; assumption.
- exists a, a. unfold L_rdiv. fold z. split; [|split; [apply same; assumption|apply same; assumption]].
  (* two roundings make up for 1 / r, and two are of nothing *)
  set (far := if Rle_dec 1 r then 1 else 1 + e).
  assert (F : rounded_sum.near_rounded e (t 6%Z) z (far * z)).
  { unfold rounded_sum.near_rounded. replace (far * z - z) with ((far - 1) * z) by ring. rewrite Rabs_mult.
    assert (Rabs (far - 1) <= e) by (unfold far; destruct (Rle_dec 1 r); apply Rabs_le; lra).
    assert (Rabs (far - 1) * Rabs z <= e * Rabs z) by (apply Rmult_le_compat_r; [apply Rabs_pos|assumption]). lra. }
  assert (N : rounded_sum.near_rounded e (t 6%Z) (far * z) a).
  { unfold rounded_sum.near_rounded. assert (G : Rabs (/ r - far) <= e * Rabs far).
    { assert (far0 : 0 <= far) by (unfold far; destruct (Rle_dec 1 r); lra). rewrite (Rabs_pos_eq far) by exact far0.
      assert (I0 : 0 < / r) by (apply Rinv_0_lt_compat, r0). assert (I : / r * r = 1) by (field; lra).
      unfold far. destruct (Rle_dec 1 r) as [M|M].
      - assert (/ r <= 1) by (rewrite <- Rinv_1; apply Rinv_le_contravar; lra).
        assert (/ r * (r - 1) <= 1 * e) by (apply Rmult_le_compat; lra). apply Rabs_le. lra.
      - assert (one : 1 <= / r) by (rewrite <- Rinv_1; apply Rinv_le_contravar; lra).
        assert (L : / r <= / (1 - e)) by (apply Rinv_le_contravar; lra).
        assert (K : / (1 - e) <= 1 + 2 * e).
        { apply (Rmult_le_reg_r (1 - e)); [lra|]. rewrite Rinv_l by lra.
          assert (0 <= e * (1 - 2 * e)) by (apply Rmult_le_pos; lra). lra. }
        assert (0 <= e * e) by (apply Rmult_le_pos; lra). apply Rabs_le. lra. }
    replace (a - far * z) with ((/ r - far) * z) by (unfold a, Rdiv; ring). rewrite !Rabs_mult.
    assert (Rabs (/ r - far) * Rabs z <= e * Rabs far * Rabs z)
      by (apply Rmult_le_compat_r; [apply Rabs_pos|exact G]). lra. }
  change 4%Z with (0 + 1 + 1 + 1 + 1)%Z.
  apply (rounded_sum.roundings_next _ _ _ _ a); [|apply same; assumption].
  apply (rounded_sum.roundings_next _ _ _ _ a); [|apply same; assumption].
  apply (rounded_sum.roundings_next _ _ _ _ (far * z)); [|exact N].
  apply (rounded_sum.roundings_next _ _ _ _ z); [apply rounded_sum.roundings_none|exact F].
- exact C.
