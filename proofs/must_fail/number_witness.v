(* number_witness.v - what counterexamples in numbers are made of: roundings of chosen numbers, doubles of chosen
   values, and sums of one product. *)
From Coq Require Import Reals ZArith Lia Lra.
From Flocq Require Import Core.
Require Import BuiltIn.
Require ieee_float.Float64.
From Plumbline Require Export realization.literal model.binary64 number.exp_rounded number.exp_rounding.
From Plumbline Require Export number.upward_math number.finite number.round_math number.sum_math.
Open Scope R_scope.

(* ---- roundings ---- *)
Lemma rnd_between : forall a b x, binary64 a -> binary64 b -> a <= x <= b -> a <= rnd x <= b.
Proof.
  intros a b x A B [L U]. rewrite <- (rnd_exact a A) at 1. rewrite <- (rnd_exact b B).
  split; apply rnd_monotone; assumption.
Qed.

(* a number of at most 53 bits: n / 2^k *)
Lemma binary64_ratio : forall n d, representable n d = true -> binary64 (IZR n / IZR d).
Proof. intros n d H. apply ratio_in_format. exact H. Qed.
Lemma binary64_whole : forall n, representable n 1 = true -> binary64 (IZR n).
Proof. intros n H. replace (IZR n) with (IZR n / IZR 1) by (simpl; field). apply binary64_ratio. exact H. Qed.
Lemma binary64_least : binary64 least.
Proof. apply generic_format_bpow. vm_compute. discriminate. Qed.
Lemma binary64_opposite : forall x, binary64 x -> binary64 (- x).
Proof. intros x H. apply generic_format_opp. exact H. Qed.
Lemma binary64_opposite_ratio : forall n d, binary64 (IZR n / IZR d) -> binary64 (- IZR n / IZR d).
Proof. intros n d H. unfold Rdiv. rewrite Ropp_mult_distr_l_reverse. apply binary64_opposite. exact H. Qed.
Ltac in_format :=
  match goal with
  | |- binary64 least => exact binary64_least
  | |- binary64 (- IZR ?n / IZR ?d) => apply (binary64_opposite_ratio n d); in_format
  | |- binary64 (- _) => apply binary64_opposite; in_format
  | |- binary64 (IZR ?n / IZR ?d) => apply (binary64_ratio n d); vm_compute; reflexivity
  | |- binary64 (IZR ?n) => apply (binary64_whole n); vm_compute; reflexivity
  end.

(* 1 takes up whatever is less than half of its last bit. *)
Lemma one_absorbs : forall x, 0 <= x < / 9007199254740992 -> rnd (1 + x) = 1.
Proof.
  intros x X. unfold rnd, round, scaled_mantissa, cexp, F2R.
  assert (M : mag radix2 (1 + x) = 1%Z :> Z) by (apply mag_unique_pos; simpl; lra).
  rewrite M. change (FLT_exp (-1074) 53 1) with (-52)%Z. cbn [Fnum Fexp].
  rewrite (Znearest_imp _ _ (2 ^ 52)); [simpl; lra|].
  simpl. apply Rabs_def1; lra.
Qed.

(* 0x1p-1000 and the like, whose digits are too many for lra *)
Lemma literal_tiny : forall n, (2 ^ 100 <= n)%Z -> 0 < 1 / IZR n <= / 1267650600228229401496703205376.
Proof.
  intros n N. apply IZR_le in N. change (IZR (2 ^ 100)) with 1267650600228229401496703205376 in N.
  unfold Rdiv. rewrite Rmult_1_l. split; [apply Rinv_0_lt_compat; lra|apply Rinv_le; lra].
Qed.
Ltac fold_least_in H := match type of H with context [1 / IZR ?n] =>
  change (1 / IZR n) with (1 / IZR (2 ^ 1000)) in H; rewrite least_literal in H end.
Ltac hide_tiny H := match type of H with context [1 / IZR ?n] =>
  let tiny := fresh "tiny" in let B := fresh "tiny_bound" in
  assert (B := literal_tiny n (ltac:(vm_compute; discriminate))); set (tiny := 1 / IZR n) in *; clearbody tiny end.
Lemma least_tiny : 0 < least <= / 1267650600228229401496703205376.
Proof.
  split; [apply bpow_gt_0|]. replace (/ 1267650600228229401496703205376) with (bpow radix2 (-100)) by (simpl; lra).
  apply bpow_le. discriminate.
Qed.

Lemma least_is : least = 18889465931478580854784 * h.
Proof. unfold least, h. change (-1000)%Z with (74 + -1074)%Z. rewrite bpow_plus. simpl (bpow radix2 74). reflexivity.
Qed.

(* A bound of nothing is 2^-1000. *)
Lemma upward_zero : upward 0 = least.
Proof. unfold upward. rewrite Rmult_0_l, rnd_zero, Rplus_0_l. apply rnd_exact, binary64_least. Qed.
Lemma upward_between : forall a b c x, binary64 a -> binary64 b -> binary64 c -> a <= x * above <= b ->
  b + / 1267650600228229401496703205376 <= c -> a <= upward x <= c.
Proof.
  intros a b c x A B C X D. assert (P := least_tiny).
  destruct (rnd_between a b (x * above) A B X). apply rnd_between; [exact A|exact C|lra].
Qed.
(* crude bounds, where numbers of many scales meet *)
Lemma rnd_crude : forall x, 0 <= x -> 0 <= rnd x <= 2 * x + least.
Proof.
  intros x X. assert (H := rnd_high x X). assert (L := least_h). assert (P := h_positive).
  split; [apply rnd_nonnegative; exact X|]. unfold u in H. lra.
Qed.
Lemma upward_crude : forall x, 0 <= x -> 0 <= upward x <= 8 * x + 8 * least.
Proof.
  intros x X. assert (L := least_tiny). assert (A : 0 <= x * above <= 2 * x) by (unfold above; lra).
  assert (B := rnd_crude _ (proj1 A)). unfold upward.
  assert (C := rnd_crude (rnd (x * above) + least) ltac:(lra)). lra.
Qed.
(* bounds every rounding in H, from the inside out *)
Ltac without_rounding x := lazymatch x with context [rnd _] => fail | context [upward _] => fail | _ => idtac end.
Ltac bound_one f bound x :=
  let y := fresh "bounded" in let B := fresh "bound" in
  assert (B := bound x ltac:(lra)); set (y := f x) in *; clearbody y.
Ltac bound_crudely H :=
  repeat match type of H with
  | context [rnd ?x] => without_rounding x; bound_one rnd rnd_crude x
  | context [upward ?x] => without_rounding x; bound_one upward upward_crude x
  end.

(* ---- doubles ---- *)
Local Notation finite := ieee_float.Float64.t'isFinite.
Local Notation real := ieee_float.Float64.t'real.

(* the double nearest to a number of moderate size *)
Lemma double_of : forall x, Rabs x <= bpow radix2 1000 -> finite (literal x) /\ real (literal x) = rnd x.
Proof.
  intros x X. assert (I : ieee_float.Float64.in_range x).
  { unfold ieee_float.Float64.in_range. apply Rabs_le_inv. eapply Rle_trans; [exact X|].
    unfold bpow. apply IZR_le. vm_compute. discriminate. }
  split.
  - apply frama_c_wp.cfloat.Cfloat.to_f64_range_finite. exact I.
  - unfold literal. rewrite (frama_c_wp.cfloat.Cfloat.to_f64_range_round x I).
    rewrite ieee_float.FloatConverter.round64_eq. reflexivity.
Qed.
(* double x as F V: the double of x is finite, and its value is x. *)
Tactic Notation "double" constr(x) "as" ident(F) ident(V) :=
  destruct (ltac:(try unfold x; exact_literal) : finite (literal x) /\ real (literal x) = x) as [F V].
Lemma double_least : finite (literal least) /\ real (literal least) = least.
Proof.
  rewrite <- (rnd_exact least binary64_least) at 3. apply double_of. rewrite Rabs_pos_eq by apply bpow_ge_0.
  apply bpow_le. discriminate.
Qed.
(* Any number of the format that is neither huge nor tiny has its double. *)
Lemma double_exact : forall x, binary64 x -> - 1024 <= x <= 1024 -> finite (literal x) /\ real (literal x) = x.
Proof.
  intros x B X. rewrite <- (rnd_exact x B) at 3. apply double_of, Rle_trans with (bpow radix2 10).
  - apply Rabs_le. simpl. lra.
  - apply bpow_le. discriminate.
Qed.

(* as the bound is printed *)
Ltac is_upward name := intro; unfold name, L_rounded_sum, L_rounded_product, upward, above; fold_least; reflexivity.

(* ---- sums of products ---- *)
(* A dot product of one term is rounded twice: the product, and the sum of its block and of the blocks before. *)
Lemma one_product : dotted 1 1 1 1 1 (1 + 2 * u) 0.
Proof.
  split; [lia|]. split; [lra|]. split; [lra|]. exists 1. split; [lra|]. right. split; [reflexivity|].
  change (summed 2 2 1 1 (1 + 2 * u)). split; [lia|]. split; [lia|]. split; [rewrite Rabs_R1; lra|].
  replace (grown 2) with ((1 + u) * (1 + u)) by (unfold grown; simpl; ring).
  replace (1 + 2 * u - 1) with (2 * u) by ring. assert (U := u_small). rewrite Rabs_pos_eq by lra.
  assert (P := h_positive).
  assert (0 <= 2 * h * ((1 + u) * (1 + u))) by (apply Rmult_le_pos; [lra|apply Rmult_le_pos; lra]). nra.
Qed.

(* Its radius with one rounding counted: (1 + 2^-16) 2^-53, widened. *)
Lemma one_rounding_too_few : let c := 65537 / 590295810358705651712 in
  ~ Rabs (1 + - (1) * (1 + 2 * u)) <= upward (rnd (upward (rnd (rnd c)))).
Proof.
  intros c H. rewrite !(rnd_exact c) in H by (unfold c; in_format).
  assert (A : 0 <= upward c <= 5 / 36028797018963968)
    by (apply (upward_between 0 (9 / 72057594037927936)); [in_format..|unfold c, above; lra|lra]).
  set (a := upward c) in *. rewrite (rnd_exact a) in H by apply rnd_is_binary64.
  assert (B : 0 <= upward a <= 7 / 36028797018963968)
    by (apply (upward_between 0 (6 / 36028797018963968)); [in_format..|unfold above; lra|lra]).
  apply Rabs_le_inv in H. unfold u in H. lra.
Qed.

(* A weighted sum of one term, not rounded elsewhere: how far the product is from what was computed. *)
Lemma one_weight_near : forall x part share largest,
  pending 1 0 (roundings (depth 64 1)) x 0 part 0 share largest ->
  Rabs (x - rnd (0 + part)) <= upward (rnd (rnd (share * largest + 0) * (65537 / 65536))).
Proof.
  intros x p c l P. assert (E : forall block, ends block 1 0) by (intro; right; reflexivity).
  apply (blended_near 1 x (rnd (0 + p)) 0 (rnd (c * l + 0)) least 0 ltac:(lia)).
  apply (blended_closes 1 0 _ x 0 p 0 c l); [exact P| |]; (split; intro H; [repeat split|contradiction (H (E _))]).
Qed.
