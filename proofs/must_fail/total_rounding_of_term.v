(* KEY c34d84043bb4 *)
From Plumbline Require Import number.total_math must_fail.number_witness.
(* 1 and 2^-60 in a stride: their rounded sum, 1, has lost 2^-60, where 2^-113 is added to the spread. *)
intro H. set (t := (1 / 1152921504606846976)%R). set (w := fun j : Z => if (j =? 0)%Z then 1%R else t).
set (e := (1 / 10384593717069655257060992658440192)%R).
assert (S : P_strided w 16 0 8 1 0).
{ split; [lia|]. split; [lia|]. split; [apply rnd_exact; in_format|]. exists 1%Z. split; [lia|]. split; [lia|].
  replace (sum_below (stride_term w 0) 8) with 1%R by (unfold sum_below, stride_term, w; simpl; ring).
  apply (spanned_deeper _ 0 _ 0); [discriminate|discriminate|]. apply spanned_ball. rewrite Rminus_eq_0, Rabs_R0. lra. }
destruct (H w 16%Z 0%Z 8%Z t 0%R 1%R 0%R 1%R e) as (_ & _ & _ & k & _ & K & (_ & width & (_ & _ & _ & V) & D)).
- unfold P_near, L_el, w. simpl. replace (t + - (1) * t)%R with 0%R by ring. rewrite Rabs_R0. lra.
- exact S.
- split; [split|].
  + apply one_absorbs. unfold t. lra.
  + unfold t. lra.
  + intros _. unfold L_rounded_sum, L_rounded_product. rewrite Rabs_pos_eq by (unfold t; lra). rewrite !Rplus_0_l.
    replace (t * (1 / 9007199254740992))%R with e by (unfold t, e; lra).
    rewrite !(rnd_exact e) by (unfold e; in_format). reflexivity.
- replace k with 2%Z in * by lia.
  replace (sum_below (stride_term w 0) (8 + 8)) with (1 + t)%R in D by (unfold sum_below, stride_term, w; simpl; ring).
  assert (L := least_tiny). assert (M := least_h). assert (N := h_positive).
  destruct (grown_few 4 ltac:(lia)) as [_ G]. assert (G1 := grown_least 4). change (2 + 2)%Z with 4%Z in *.
  change (3 * 2)%Z with 6%Z in *.
  apply Rabs_le_inv in V. apply Rabs_le_inv in D. set (g := grown 4) in *. clearbody g.
  assert (GW : ((g - 1) * width <= / 4194304 * width)%R \/ (width < 0)%R)
    by (destruct (Rlt_or_le width 0); [right; assumption|left; apply Rmult_le_compat_r; lra]).
  assert (GH : (6 * h * g <= 12 * h)%R) by nra.
  unfold u, t, e in *. destruct GW; lra.
