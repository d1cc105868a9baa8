(* literal.v - a literal that binary64 represents has its exact value. *)
From Coq Require Import Reals ZArith Lia Lra Psatz.
From Flocq Require Import Core BinarySingleNaN.
Require Import BuiltIn.
Require ieee_float.RoundingMode ieee_float.GenericFloat ieee_float.Float64 ieee_float.FloatConverter.
Require frama_c_wp.cfloat.Cfloat.
Import ieee_float.RoundingMode.

Definition literal (x : R) : ieee_float.Float64.t := frama_c_wp.cfloat.Cfloat.to_f64 x.

(* n / d is a power of two times an integer of at most 53 bits, within binary64's range. *)
Definition trailing_zeros (n : Z) : Z := Z.log2 (Z.land n (- n)).
Definition max_finite : Z := (2 ^ 1024 - 2 ^ 971)%Z.
Definition representable (n d : Z) : bool :=
  let t := trailing_zeros n in
  let k := Z.log2 d in
  let m := (n / 2 ^ t)%Z in
  ((d =? 2 ^ k) && (n =? m * 2 ^ t) && (Z.abs m <? 2 ^ 53) && (0 <=? t) && (0 <=? k) && (-1074 <=? t - k) &&
   (Z.abs n <=? max_finite * d))%bool%Z.

Lemma literal_exact_value : forall x, ieee_float.Float64.in_range x -> generic_format radix2 (FLT_exp (-1074) 53) x ->
  ieee_float.Float64.t'isFinite (literal x) /\ ieee_float.Float64.t'real (literal x) = x.
Proof.
  intros x I G. split.
  - apply frama_c_wp.cfloat.Cfloat.to_f64_range_finite. exact I.
  - unfold literal. rewrite (frama_c_wp.cfloat.Cfloat.to_f64_range_round x I).
    rewrite ieee_float.FloatConverter.round64_eq.
    apply round_generic; [auto with typeclass_instances | exact G].
Qed.

Lemma ratio_in_format : forall n d, representable n d = true ->
  ieee_float.Float64.in_range (IZR n / IZR d) /\ generic_format radix2 (FLT_exp (-1074) 53) (IZR n / IZR d).
Proof.
  intros n d H. unfold representable in H.
  set (t := trailing_zeros n) in *. set (k := Z.log2 d) in *. set (m := (n / 2 ^ t)%Z) in *.
  repeat (apply andb_prop in H; destruct H as [H ?]).
  repeat match goal with E : _ = true |- _ =>
    first [apply Z.eqb_eq in E | apply Z.ltb_lt in E | apply Z.leb_le in E] end.
  assert (D : (0 < d)%Z) by (rewrite H; apply Z.pow_pos_nonneg; lia).
  assert (D' : (0 < IZR d)%R) by (apply IZR_lt; exact D).
  split.
  - assert (A : (Rbasic_fun.Rabs (IZR n / IZR d) <= IZR max_finite)%R).
    { unfold Rdiv. rewrite Rabs_mult, Rabs_inv, (Rabs_pos_eq (IZR d)) by lra.
      apply (Rmult_le_reg_r (IZR d)); [exact D'|]. rewrite Rmult_assoc, Rinv_l by lra.
      rewrite Rmult_1_r, <- abs_IZR, <- mult_IZR. apply IZR_le. assumption. }
    unfold ieee_float.Float64.in_range. apply Rabs_le_inv in A.
    replace (IZR max_finite) with
      (IZR 179769313486231570814527423731704356798070567525844996598917476803157260780028538760589558632766878171540458953514382464234321326889464182768467546703537516986049910576551282076245490090389328944075868508455133942304583236903222948165808559332123348274797826204144723168738177180919299881250404026184124858368) in A
      by (apply f_equal; vm_compute; reflexivity).
    exact A.
  - apply generic_format_FLT. exists (Float radix2 m (t - k)); [| assumption | assumption].
    unfold F2R. cbn [Fnum Fexp]. unfold Zminus. rewrite bpow_plus, bpow_opp.
    rewrite <- !IZR_Zpower by assumption.
    change (radix2 ^ t)%Z with (2 ^ t)%Z. change (radix2 ^ k)%Z with (2 ^ k)%Z. rewrite <- H.
    unfold Rdiv. rewrite <- Rmult_assoc, <- mult_IZR. apply f_equal2; [|reflexivity]. apply f_equal. assumption.
Qed.

Lemma ratio_exact : forall n d, representable n d = true ->
  ieee_float.Float64.t'isFinite (literal (IZR n / IZR d)) /\
  ieee_float.Float64.t'real (literal (IZR n / IZR d)) = (IZR n / IZR d)%R.
Proof. intros n d H. apply literal_exact_value; apply ratio_in_format; exact H. Qed.

Lemma integer_exact : forall n, representable n 1 = true ->
  ieee_float.Float64.t'isFinite (literal (IZR n)) /\ ieee_float.Float64.t'real (literal (IZR n)) = IZR n.
Proof.
  intros n H. replace (IZR n) with (IZR n / IZR 1)%R by (simpl; field). exact (ratio_exact n 1 H).
Qed.

(* The shapes in which Why3 prints a literal: n, -n, n / d, -(n / d), (-n) / d. *)
Ltac exact_literal :=
  match goal with
  | |- ieee_float.Float64.t'isFinite (literal (IZR ?n / IZR ?d)) /\ _ => apply (ratio_exact n d)
  | |- ieee_float.Float64.t'isFinite (literal (- (IZR ?n / IZR ?d))) /\ _ =>
      replace (- (IZR n / IZR d))%R with (IZR (- n) / IZR d)%R by (rewrite opp_IZR; field; apply IZR_neq; discriminate);
      apply (ratio_exact (- n) d)
  | |- ieee_float.Float64.t'isFinite (literal (- IZR ?n / IZR ?d)) /\ _ =>
      rewrite <- (opp_IZR n); apply (ratio_exact (- n) d)
  | |- ieee_float.Float64.t'isFinite (literal (- IZR ?n)) /\ _ => rewrite <- (opp_IZR n); apply (integer_exact (- n))
  | |- ieee_float.Float64.t'isFinite (literal (IZR ?n)) /\ _ => apply (integer_exact n)
  end;
  vm_compute; reflexivity.
