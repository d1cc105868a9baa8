(* round_math.v - level 0: what an IEEE-754 operation on binary64 returns, in terms of the model of
   spec/number/rounding.h. *)
From Coq Require Import Reals ZArith Lia Lra.
From Flocq Require Import Core Relative BinarySingleNaN.
Require Import BuiltIn.
Require ieee_float.RoundingMode ieee_float.GenericFloat ieee_float.Float64 ieee_float.FloatConverter.
Require frama_c_wp.cfloat.Cfloat.
From Plumbline Require Import number.exp_rounded model.binary64 realization.literal.
Import ieee_float.RoundingMode.
Open Scope R_scope.

Local Notation finite := ieee_float.Float64.t'isFinite.
Local Notation real := ieee_float.Float64.t'real.
Local Notation max_real :=
  179769313486231570814527423731704356798070567525844996598917476803157260780028538760589558632766878171540458953514382464234321326889464182768467546703537516986049910576551282076245490090389328944075868508455133942304583236903222948165808559332123348274797826204144723168738177180919299881250404026184124858368.

Lemma round_is_rounded : forall x, ieee_float.Float64.round RNE x = L_rounded x.
Proof. reflexivity. Qed.

Lemma bounded_no_overflow : forall x, Rabs (L_rounded x) <= max_real -> ieee_float.Float64.no_overflow RNE x.
Proof.
  intros x B. unfold ieee_float.Float64.no_overflow, ieee_float.Float64.in_range. rewrite round_is_rounded.
  apply Rabs_le_inv. exact B.
Qed.

(* Rounding error: half a unit in the last place, 2^-53 relatively for normal numbers, 2^-1075 for subnormal ones. *)
Lemma rounded_error : forall x, Rabs (L_rounded x - x) <= / 9007199254740992 * Rabs x + bpow radix2 (-1075).
Proof.
  intro x.
  assert (H := error_N_FLT radix2 (-1074) 53 ltac:(lia) (fun z => negb (Z.even z)) x).
  destruct H as (eps & eta & E & N & _ & R).
  unfold L_rounded, rnd. rewrite R.
  replace (x * (1 + eps) + eta - x) with (x * eps + eta) by ring.
  apply Rle_trans with (Rabs (x * eps) + Rabs eta); [apply Rabs_triang|].
  apply Rplus_le_compat.
  - rewrite Rabs_mult, Rmult_comm. apply Rmult_le_compat_r; [apply Rabs_pos|].
    eapply Rle_trans; [exact E|]. unfold u_ro. simpl bpow. lra.
  - eapply Rle_trans; [exact N|]. change (bpow radix2 (-1075)) with (bpow radix2 (-1 + -1074)).
    rewrite bpow_plus. simpl (bpow radix2 (-1)). apply Rmult_le_compat_r; [apply bpow_ge_0 | lra].
Qed.

(* A finite value is its own rounding. *)
Lemma rounded_finite : forall f, finite f -> L_rounded (real f) = real f.
Proof. intros f F. rewrite <- round_is_rounded. apply ieee_float.Float64.Round_to_real. exact F. Qed.

Lemma finite_bound : forall f, finite f -> Rabs (real f) <= max_real.
Proof. intros f F. apply Rabs_le. apply ieee_float.Float64.is_finite. exact F. Qed.

(* A finite result: so were the operands, and the result is the rounded real one. Division is the exception: a finite
   number over infinity is zero. *)
Lemma add_rounded : forall f g, finite (ieee_float.Float64.add RNE f g) ->
  finite f /\ finite g /\ real (ieee_float.Float64.add RNE f g) = L_rounded_sum (real f) (real g).
Proof.
  intros f g F. destruct (ieee_float.Float64.add_finite_rev RNE f g F) as [A B].
  destruct (ieee_float.Float64.add_finite_rev_n RNE f g (or_introl eq_refl) F) as [_ E]. auto.
Qed.
Lemma sub_rounded : forall f g, finite (ieee_float.Float64.sub RNE f g) ->
  finite f /\ finite g /\ real (ieee_float.Float64.sub RNE f g) = L_rounded_difference (real f) (real g).
Proof.
  intros f g F. destruct (ieee_float.Float64.sub_finite_rev RNE f g F) as [A B].
  destruct (ieee_float.Float64.sub_finite_rev_n RNE f g (or_introl eq_refl) F) as [_ E]. auto.
Qed.
Lemma mul_rounded : forall f g, finite (ieee_float.Float64.mul RNE f g) ->
  finite f /\ finite g /\ real (ieee_float.Float64.mul RNE f g) = L_rounded_product (real f) (real g).
Proof.
  intros f g F. destruct (ieee_float.Float64.mul_finite_rev RNE f g F) as [A B].
  destruct (ieee_float.Float64.mul_finite_rev_n RNE f g (or_introl eq_refl) F) as [_ E]. auto.
Qed.
Lemma nonzero_real : forall g, finite g -> ~ ieee_float.Float64.is_zero g -> real g <> 0.
Proof. intros g G Z E. apply Z. apply ieee_float.Float64.zero_to_real. auto. Qed.
Lemma div_rounded : forall f g, finite (ieee_float.Float64.div RNE f g) -> finite g ->
  finite f /\ real g <> 0 /\ real (ieee_float.Float64.div RNE f g) = L_rounded_quotient (real f) (real g).
Proof.
  intros f g F G. destruct (ieee_float.Float64.div_finite_rev RNE f g F) as [(A & _ & Z)|(_ & I & _)].
  - destruct (ieee_float.Float64.div_finite_rev_n RNE f g (or_introl eq_refl) F G) as [_ E].
    repeat split; [exact A | apply nonzero_real; assumption | exact E].
  - exfalso. apply (ieee_float.Float64.is_not_finite g); [left; exact I | exact G].
Qed.
Lemma sqrt_rounded : forall f, finite (ieee_float.Float64.sqrt RNE f) ->
  finite f /\ 0 <= real f /\ real (ieee_float.Float64.sqrt RNE f) = L_rounded (R_sqrt.sqrt (real f)).
Proof. intros f F. apply ieee_float.Float64.sqrt_finite_rev in F. tauto. Qed.
Lemma neg_exact : forall f, finite f -> finite (ieee_float.Float64.neg f) /\ real (ieee_float.Float64.neg f) = - real f.
Proof. exact ieee_float.Float64.neg_finite. Qed.
Lemma neg_finite_back : forall f, finite (ieee_float.Float64.neg f) -> finite f.
Proof. intros f F. apply ieee_float.Float64.neg_finite_rev in F. tauto. Qed.

(* Finite operands and a rounded result in range: no overflow. *)
Lemma add_total : forall f g, finite f -> finite g -> Rabs (L_rounded_sum (real f) (real g)) <= max_real ->
  finite (ieee_float.Float64.add RNE f g).
Proof. intros f g F G B. apply ieee_float.Float64.add_finite; auto using bounded_no_overflow. Qed.
Lemma sub_total : forall f g, finite f -> finite g -> Rabs (L_rounded_difference (real f) (real g)) <= max_real ->
  finite (ieee_float.Float64.sub RNE f g).
Proof. intros f g F G B. apply ieee_float.Float64.sub_finite; auto using bounded_no_overflow. Qed.
Lemma mul_total : forall f g, finite f -> finite g -> Rabs (L_rounded_product (real f) (real g)) <= max_real ->
  finite (ieee_float.Float64.mul RNE f g).
Proof. intros f g F G B. apply ieee_float.Float64.mul_finite; auto using bounded_no_overflow. Qed.
Lemma div_total : forall f g, finite f -> finite g -> real g <> 0 -> Rabs (L_rounded_quotient (real f) (real g)) <=
  max_real ->
  finite (ieee_float.Float64.div RNE f g).
Proof.
  intros f g F G Z B. apply ieee_float.Float64.div_finite; auto using bounded_no_overflow.
  intro E. apply ieee_float.Float64.zero_to_real in E. tauto.
Qed.
Lemma sqrt_total : forall f, finite f -> 0 <= real f -> finite (ieee_float.Float64.sqrt RNE f).
Proof. intros f F P. apply ieee_float.Float64.sqrt_finite; assumption. Qed.

(* NaN is in no order, and an infinity beyond every finite number. *)
Lemma between_finite : forall l f u, finite l -> finite u ->
  ieee_float.Float64.le l f -> ieee_float.Float64.le f u -> finite f.
Proof.
  intros l f u L U A B. unfold ieee_float.Float64.le, GenericFloat.le in A, B.
  destruct f as [s|[|]| |s m e C]; try reflexivity; exfalso.
  - destruct l as [?|[|]| |[|] ? ? ?]; try discriminate L; simpl in A; exact A.
  - destruct u as [?|[|]| |[|] ? ? ?]; try discriminate U; simpl in B; exact B.
  - destruct l as [?|[|]| |[|] ? ? ?]; try discriminate L; simpl in A; exact A.
Qed.

(* An integer of at most 53 bits converts exactly. *)
Lemma integer_exact : forall i, (Z.abs i <= 2 ^ 53)%Z ->
  finite (frama_c_wp.cfloat.Cfloat.to_f64 (IZR i)) /\ real (frama_c_wp.cfloat.Cfloat.to_f64 (IZR i)) = IZR i.
Proof.
  intros i H. apply literal_exact_value.
  - unfold ieee_float.Float64.in_range.
    assert (B : (- 2 ^ 53 <= i <= 2 ^ 53)%Z) by lia. destruct B as [L U]. apply IZR_le in L, U.
    split; [eapply Rle_trans; [|exact L]; rewrite <- opp_IZR | eapply Rle_trans; [exact U|]];
      apply IZR_le; vm_compute; discriminate.
  - assert (C : (Z.abs i < 2 ^ 53 \/ Z.abs i = 2 ^ 53)%Z) by lia. destruct C as [C|C].
    + apply generic_format_FLT. exists (Float radix2 i 0); [unfold F2R; simpl; ring | exact C | simpl; lia].
    + apply generic_format_abs_inv. rewrite <- abs_IZR, C.
      apply (generic_format_bpow radix2 (FLT_exp (-1074) 53) 53). vm_compute. discriminate.
Qed.

(* level0: proves the goals that Why3 prints for the contracts of level 0. It adds what is known of every operation
   in the hypotheses and of every literal, turns comparisons of finite values into comparisons of reals, and closes
   the goal by case distinction and real arithmetic. *)
Inductive learnt (P : Prop) : Prop := already_known.
Ltac learn fact :=
  let P := type of fact in
  lazymatch goal with
  | _ : learnt P |- _ => fail
  | _ => pose proof (already_known P); pose proof fact
  end.
Ltac level0_facts :=
  repeat match goal with
  | H : _ /\ _ |- _ => destruct H
  | _ : context [literal ?x] |- _ => learn (ltac:(exact_literal) : finite (literal x) /\ real (literal x) = x)
  | |- context [literal ?x] => learn (ltac:(exact_literal) : finite (literal x) /\ real (literal x) = x)
  | H : finite (ieee_float.Float64.add RNE ?f ?g) |- _ => learn (add_rounded f g H)
  | H : finite (ieee_float.Float64.sub RNE ?f ?g) |- _ => learn (sub_rounded f g H)
  | H : finite (ieee_float.Float64.mul RNE ?f ?g) |- _ => learn (mul_rounded f g H)
  | H : finite (ieee_float.Float64.div RNE ?f ?g), G : finite ?g |- _ => learn (div_rounded f g H G)
  | H : finite (ieee_float.Float64.sqrt RNE ?f) |- _ => learn (sqrt_rounded f H)
  | H : finite (ieee_float.Float64.neg ?f) |- _ => learn (neg_finite_back f H)
  | H : finite ?f, _ : context [ieee_float.Float64.neg ?f] |- _ => learn (neg_exact f H)
  | H : finite ?f |- context [ieee_float.Float64.neg ?f] => learn (neg_exact f H)
  | F : finite ?f, G : finite ?g, _ : context [ieee_float.Float64.lt ?f ?g] |- _ =>
      learn (ieee_float.Float64.lt_finite f g (conj F G))
  | F : finite ?f, G : finite ?g |- context [ieee_float.Float64.lt ?f ?g] =>
      learn (ieee_float.Float64.lt_finite f g (conj F G))
  | F : finite ?f, G : finite ?g, _ : context [ieee_float.Float64.le ?f ?g] |- _ =>
      learn (ieee_float.Float64.le_finite f g (conj F G))
  | F : finite ?f, G : finite ?g |- context [ieee_float.Float64.le ?f ?g] =>
      learn (ieee_float.Float64.le_finite f g (conj F G))
  end.
Ltac level0_compare :=
  repeat match goal with
  | I : ?P <-> _, H : ?P |- _ => apply (proj1 I) in H
  | I : ?P <-> ?Q, H : ~ ?P |- _ => assert (~ Q) by (intro; apply H, I; assumption); clear H
  end;
  repeat match goal with
  | H : ~ (_ < _) |- _ => apply Rnot_lt_le in H
  | H : ~ (_ <= _) |- _ => apply Rnot_le_lt in H
  end.
Ltac level0_arithmetic :=
  first
  [ assumption
  | congruence
  | apply add_total; assumption
  | apply sub_total; assumption
  | apply mul_total; assumption
  | apply div_total; assumption
  | apply sqrt_total; assumption
  | tauto
  | level0_compare; unfold Rabs; repeat destruct (Rcase_abs _); lra ].
Ltac level0 :=
  intros;
  repeat match goal with a := _ |- _ => subst a end;
  repeat match goal with H : _ \/ _ |- _ => destruct H | H : _ /\ _ |- _ => destruct H end;
  subst;
  level0_facts;
  repeat match goal with |- _ /\ _ => split end;
  level0_arithmetic.

(* by_definition: equations that hold by the meaning of the symbols and ring arithmetic. *)
Ltac by_definition :=
  intros; unfold L_rounded_sum, L_rounded_difference, L_rounded_product, L_rounded_quotient, L_rounded;
  first [ reflexivity | apply f_equal; ring | ring | lra ].
