(* linear_math.v - by how much the product of a query with sums over the keys is off, as an engine computes it that sums
   the keys first. *)
From Coq Require Import Reals ZArith Lia Lra.
Require Import BuiltIn.
From Plumbline.model Require Import sequence total operators rounded_sum engine products visible linear.
From Plumbline.compare Require Import rounded_sum_math sums_math mean_math score_math.
From Plumbline.budget Require Import products_math row_score_math visible_math.
Open Scope R_scope.

Definition state_stores (u : A_seq) := compound (u PROBABILITY) (u OPERAND).
Definition state_unit (u : A_seq) (k : Z) (own : R) :=
  compound (compound (compound (operand_unit u) own) (gamma (IZR k) (u ACCUMULATE))) (state_stores u).
Definition state_gain (u : A_seq) (k : Z) := (1 + state_stores u) * (1 + gamma (IZR k) (u ACCUMULATE)).
Definition state_of_keys (u : A_seq) (k : Z) (tiny : R) := state_gain u k * ((1 + operand_unit u) * tiny).
Definition state_lost (u t : A_seq) (c k : Z) (own tiny values : R) :=
  state_gain u k * (operand_tiny u t * ((1 + own) * values + IZR c * tiny) + 2 * (IZR k * t ACCUMULATE)) +
  (t PROBABILITY * (1 + u OPERAND) + t OPERAND).

Lemma compound_positive : forall a b, 0 <= a -> 0 <= b -> 0 <= compound a b.
Proof. intros a b A B. unfold L_compound. assert (0 <= a * b) by (apply Rmult_le_pos; assumption). lra. Qed.

Lemma operands_positive : forall u t, P_is_roundings u t -> 0 <= operand_unit u /\ 0 <= operand_tiny u t.
Proof.
  intros u t UT. destruct (UT INPUT ltac:(lia)). destruct (UT OPERAND ltac:(lia)). split.
  - apply compound_positive; assumption.
  - unfold operand_tiny. assert (0 <= t INPUT * (1 + u OPERAND)) by (apply Rmult_le_pos; lra). lra.
Qed.

Lemma operand_near : forall u t x y, P_is_roundings u t -> operand u t x y ->
  near_rounded (operand_unit u) (operand_tiny u t) x y.
Proof.
  intros u t x y UT (scaled & A & B). destruct (UT OPERAND ltac:(lia)) as (U & _).
  exact (compound_rounded _ _ _ _ _ scaled _ U A B).
Qed.

Lemma state_within : forall u t b (k v w : A_seq) n steps s own tiny, P_is_roundings u t ->
  IZR steps * u ACCUMULATE < 1 -> (0 <= n)%Z -> 0 <= own -> 0 <= tiny ->
  (forall j, key n j -> near_rounded own tiny (v j) (w j)) -> state_computed u t b k w n steps s ->
  Rabs (s - b * sum_below (fun j => k j * v j) n) <=
    Rabs b * (state_unit u steps own * sum_below (fun j => Rabs (k j) * Rabs (v j)) n +
              state_of_keys u steps tiny * sum_below (fun j => Rabs (k j)) n) +
    state_lost u t n steps own tiny (sum_below (fun j => Rabs (v j)) n).
Proof.
  intros u t b k v w n steps s own tiny UT B N OWN TINY V (y & sum & stored & Y & S & R1 & R2).
  destruct (operands_positive u t UT) as (OU & OT). destruct (UT ACCUMULATE ltac:(lia)) as (UA & TA).
  destruct (UT PROBABILITY ltac:(lia)) as (UP & TP). destruct (UT OPERAND ltac:(lia)) as (UO & TO).
  set (e := operand_unit u) in *. set (o := operand_tiny u t) in *.
  set (a := fun j => o * ((1 + own) * Rabs (v j) + tiny) + (1 + e) * tiny * Rabs (b * k j)).
  assert (NEAR : forall j, key n j -> 0 <= a j /\
    Rabs (y j * w j - b * k j * v j) <= compound e own * Rabs (b * k j * v j) + a j).
  { intros j J. split.
    - assert (P1 := Rabs_pos (v j)). assert (P2 := Rabs_pos (b * k j)). unfold a.
      apply Rplus_le_le_0_compat; repeat apply Rmult_le_pos; try lra.
      apply Rplus_le_le_0_compat; [apply Rmult_le_pos|]; lra.
    - unfold a. apply product_rounded; try assumption; [apply operand_near; [exact UT|exact (Y j J)]|apply V, J]. }
  assert (W := near_terms_summed u t (fun j => y j * w j) (fun j => b * k j * v j) a n steps sum (compound e own) UT B
    (compound_positive _ _ OU OWN) NEAR S).
  replace (sum_below (fun j => b * k j * v j) n) with (b * sum_below (fun j => k j * v j) n) in W
    by (rewrite <- sum_factor; apply sum_same; intros; ring).
  replace (sum_below (fun j => Rabs (b * k j * v j)) n) with
    (Rabs b * sum_below (fun j => Rabs (k j) * Rabs (v j)) n) in W
    by (rewrite <- sum_factor; apply sum_same; intros; rewrite !Rabs_mult; ring).
  assert (A : sum_below a n = o * ((1 + own) * sum_below (fun j => Rabs (v j)) n + IZR n * tiny) +
    (1 + e) * tiny * (Rabs b * sum_below (fun j => Rabs (k j)) n)).
  { unfold a. rewrite (sum_plus n), !sum_factor, (sum_plus n), sum_factor, sum_constant by exact N. f_equal. f_equal.
    rewrite <- sum_factor. apply sum_same. intros. apply Rabs_mult. }
  rewrite A in W. clear A NEAR. set (S1 := b * sum_below (fun j => k j * v j) n) in *.
  set (T := sum_below (fun j => Rabs (k j) * Rabs (v j)) n) in *. set (K := sum_below (fun j => Rabs (k j)) n) in *.
  set (VS := sum_below (fun j => Rabs (v j)) n) in *.
  assert (SIZE : Rabs S1 <= Rabs b * T).
  { unfold S1, T. rewrite Rabs_mult. apply Rmult_le_compat_l; [apply Rabs_pos|]. apply sum_absolute.
    intros j _. rewrite Rabs_mult. lra. }
  assert (R := compound_rounded _ _ _ _ _ _ _ UO R1 R2).
  assert (ST : 0 <= state_stores u) by (apply compound_positive; assumption).
  assert (G := error_grows (state_stores u) _ _ S1 sum s ST W R).
  eapply Rle_trans; [exact G|]. unfold state_unit, state_of_keys, state_lost, state_gain. fold e o.
  set (r := state_stores u) in *. set (g := gamma (IZR steps) (u ACCUMULATE)) in *.
  assert (r * Rabs S1 <= r * (Rabs b * T)) by (apply Rmult_le_compat_l; assumption).
  unfold L_compound. lra.
Qed.

Definition scaled_up (u t : A_seq) (size larger : R) :=
  (1 + inputs u) * size + scale_tiny (u INPUT) (t INPUT) larger.
Definition terms_scaled_off (u : A_seq) (unit of_keys terms weighed : R) :=
  operand_unit u * terms + (1 + operand_unit u) * (unit * terms + of_keys * weighed).
Definition terms_lost (u t : A_seq) (d : Z) (unit of_keys lost query states keys : R) :=
  (1 + operand_unit u) * query * lost +
  operand_tiny u t * (states + (unit * states + of_keys * keys) + IZR d * lost).

(* a product of an element of the query with a state *)
Lemma state_product : forall e o a q x b s S T P lost, 0 <= e -> 0 <= o -> 0 <= P -> 0 <= lost -> Rabs S <= T ->
  near_rounded e o (a * q) x -> Rabs (s - b * S) <= Rabs b * P + lost ->
  Rabs (x * s - a * q * (b * S)) <= Rabs (a * b) * (Rabs q * (e * T + (1 + e) * P)) +
    (Rabs a * ((1 + e) * Rabs q * lost) + Rabs b * (o * (T + P)) + o * lost).
Proof.
  unfold near_rounded. intros e o a q x b s S T P lost E O P0 L0 ST X D.
  replace (x * s - a * q * (b * S)) with ((x - a * q) * (b * S) + (a * q) * (s - b * S) + (x - a * q) * (s - b * S))
    by ring.
  eapply Rle_trans; [apply Rabs_triang|]. eapply Rle_trans; [apply Rplus_le_compat_r, Rabs_triang|].
  rewrite (Rabs_mult (x - a * q) (b * S)), (Rabs_mult (x - a * q) (s - b * S)), (Rabs_mult (a * q) (s - b * S)).
  assert (B1 : Rabs (b * S) <= Rabs b * T) by (rewrite Rabs_mult; apply Rmult_le_compat_l; [apply Rabs_pos|exact ST]).
  rewrite (Rabs_mult a q) in *. rewrite (Rabs_mult a b).
  assert (A0 := Rabs_pos a). assert (Q0 := Rabs_pos q). assert (B0 := Rabs_pos b). assert (S0 := Rabs_pos S).
  assert (D0 := Rabs_pos (s - b * S)). assert (X0 := Rabs_pos (x - a * q)). assert (C0 := Rabs_pos (b * S)).
  set (dx := Rabs (x - a * q)) in *. set (ds := Rabs (s - b * S)) in *. set (bs := Rabs (b * S)) in *.
  set (a1 := Rabs a) in *. set (q1 := Rabs q) in *. set (b1 := Rabs b) in *. clearbody dx ds bs a1 q1 b1.
  assert (AQ : 0 <= a1 * q1) by (apply Rmult_le_pos; assumption).
  assert (dx * bs <= (e * (a1 * q1) + o) * (b1 * T)) by (apply Rmult_le_compat; assumption).
  assert (a1 * q1 * ds <= a1 * q1 * (b1 * P + lost)) by (apply Rmult_le_compat_l; assumption).
  assert (dx * ds <= (e * (a1 * q1) + o) * (b1 * P + lost)) by (apply Rmult_le_compat; assumption).
  lra.
Qed.

(* the sum over the features, stored and scaled *)
Lemma keys_first_within : forall u t scale q (k : Z -> A_seq) w n d steps y (S T P : A_seq) lost larger,
  P_is_roundings u t -> (0 <= d)%Z -> (IZR d + 4) * u PRODUCT < 1 -> 1 <= larger -> Rabs scale <= larger -> 0 <= lost ->
  (forall f b s, key d f -> state_computed u t b (k f) w n steps s -> Rabs (s - b * S f) <= Rabs b * P f + lost) ->
  (forall f, key d f -> Rabs (S f) <= T f /\ 0 <= P f) -> keys_first u t scale q k w n d steps y ->
  let e := operand_unit u in let o := operand_tiny u t in let high := amplified (u INPUT) (t INPUT) larger in
  let g := sum_gamma u d in let m := scaled_up u t (Rabs scale) larger in
  let exact := sum_below (fun f => q f * S f) d in let terms := sum_below (fun f => Rabs (q f) * T f) d in
  Rabs (y - scale * exact) <= compound (stores u) (inputs u) * Rabs (scale * exact) +
    (1 + stores u) * (scale_tiny (u INPUT) (t INPUT) larger * terms +
      (g * (m * terms) + (1 + g) * (m * sum_below (fun f => Rabs (q f) * (e * T f + (1 + e) * P f)) d +
        high * (sum_below (fun f => (1 + e) * Rabs (q f) * lost + o * (T f + P f) + o * lost) d +
                IZR d * (6 * t PRODUCT)))) + t SCORE * (high + 2)).
Proof.
  intros u t scale q k w n d steps y S T P lost larger UT D0 B L1 L LOST STATE SIZES
    (a & b & c & x & s & depth & all & p & st & PARTS & O & R & D & A & STO & Y) e o high g m exact terms.
  destruct (operands_positive u t UT) as (E0 & O0). fold e o in E0, O0.
  destruct (UT INPUT ltac:(lia)) as (UI & TI). destruct (UT PRODUCT ltac:(lia)) as (UP & TP).
  destruct (UT SCORE ltac:(lia)) as (US & TS).
  destruct (scale_parts_within u t scale a b c larger UI TI L1 L PARTS) as (FAR & CA & CB & C1).
  fold high in CA, CB, C1. fold (inputs u) in FAR. set (tiny := scale_tiny (u INPUT) (t INPUT) larger) in *.
  set (lost_term := fun f => Rabs a * ((1 + e) * Rabs (q f) * lost) + Rabs b * (o * (T f + P f)) + o * lost).
  set (off_term := fun f => Rabs (q f) * (e * T f + (1 + e) * P f)).
  set (slack := fun f => Rabs (a * b) * off_term f + lost_term f).
  assert (T0 : forall f, key d f -> 0 <= T f) by (intros f F; eapply Rle_trans; [apply Rabs_pos|apply SIZES, F]).
  assert (OFF0 : forall f, key d f -> 0 <= off_term f).
  { intros f F. unfold off_term. assert (0 <= e * T f) by (apply Rmult_le_pos; [exact E0|apply T0, F]).
    assert (0 <= (1 + e) * P f) by (apply Rmult_le_pos; [lra|apply SIZES, F]).
    apply Rmult_le_pos; [apply Rabs_pos|lra]. }
  assert (LT0 : forall f, key d f -> 0 <= lost_term f).
  { intros f F. assert (X1 := T0 f F). assert (X2 := proj2 (SIZES f F)). unfold lost_term.
    repeat first [lra|apply Rabs_pos|apply Rplus_le_le_0_compat|apply Rmult_le_pos]. }
  assert (NEAR : forall f, key d f -> 0 <= 1 /\
    Rabs (1 * (x f * s f) - a * q f * (b * S f)) <= 0 * Rabs (a * q f * (b * S f)) + slack f).
  { intros f F. split; [lra|]. destruct (O f F) as (X & ST). rewrite Rmult_1_l, Rmult_0_l, Rplus_0_l.
    unfold slack, off_term, lost_term. apply state_product; try assumption; try apply SIZES; try assumption.
    - apply operand_near; assumption.
    - apply STATE; assumption. }
  assert (W := sum_of_near_terms (u PRODUCT) (t PRODUCT) 0 (fun f => x f * s f) (fun _ => 1)
    (fun f => a * q f * (b * S f)) slack 0 d depth all 0 p UP TP (Rle_refl 0) (Rle_refl 0) R NEAR).
  assert (F1 : L_growth 0 0 = 1) by reflexivity. rewrite F1, Rmult_1_r in W.
  destruct (rescaled_sum_within _ _ _ _ _ _ _ _ _ _ UP TP (Rle_refl 0) R) as (_ & DD & A0 & _).
  assert (G1 := growth_least (u PRODUCT) depth UP).
  assert (G : L_growth (u PRODUCT) depth <= 1 + g).
  { eapply Rle_trans; [apply growth_gamma; [exact UP|exact DD|]|].
    - eapply Rle_lt_trans; [|exact B]. apply Rmult_le_compat_r; [exact UP|]. rewrite <- (plus_IZR d 4). apply IZR_le, D.
    - unfold g, sum_gamma. apply Rplus_le_compat_l. apply gamma_monotone; [exact UP| |exact B].
      rewrite <- (plus_IZR d 4). apply IZR_le, D. }
  set (grown := L_growth (u PRODUCT) depth) in *.
  replace (sum_below (fun f => a * q f * (b * S f)) d) with (a * b * exact) in W
    by (unfold exact; rewrite <- sum_factor; apply sum_same; intros; ring).
  set (ab := Rabs (a * b)) in *.
  assert (SZ : sum_below (fun f => Rabs (a * q f * (b * S f))) d <= ab * terms).
  { unfold terms. rewrite <- sum_factor. apply sum_monotone. intros f F.
    replace (a * q f * (b * S f)) with (a * b * (q f * S f)) by ring. rewrite Rabs_mult. fold ab.
    apply Rmult_le_compat_l; [apply Rabs_pos|]. rewrite Rabs_mult.
    apply Rmult_le_compat_l; [apply Rabs_pos|apply SIZES, F]. }
  assert (SL : sum_below slack d = ab * sum_below off_term d + sum_below lost_term d).
  { unfold slack. rewrite (sum_plus d), sum_factor. reflexivity. }
  rewrite SL in W. set (OFF := sum_below off_term d) in *. set (LS := sum_below lost_term d) in *.
  assert (OFFP : 0 <= OFF) by (apply sum_positive; exact OFF0).
  assert (LSP : 0 <= LS) by (apply sum_positive; exact LT0).
  assert (TERMS0 : 0 <= terms).
  { apply sum_positive. intros f F. apply Rmult_le_pos; [apply Rabs_pos|apply T0, F]. }
  assert (EX : Rabs exact <= terms).
  { apply sum_absolute. intros f F. rewrite Rabs_mult. apply Rmult_le_compat_l; [apply Rabs_pos|apply SIZES, F]. }
  set (LOSS := sum_below (fun f => (1 + e) * Rabs (q f) * lost + o * (T f + P f) + o * lost) d).
  assert (CL : Rabs c * LS <= high * LOSS).
  { unfold LS, LOSS. rewrite <- !sum_factor. apply sum_monotone. intros f F. unfold lost_term.
    assert (X1 := T0 f F). assert (X2 := proj2 (SIZES f F)). assert (Q0 := Rabs_pos (q f)). rewrite Rabs_mult in CA, CB.
    assert (V1 : 0 <= (1 + e) * Rabs (q f) * lost) by (repeat apply Rmult_le_pos; lra).
    assert (V2 : 0 <= o * (T f + P f)) by (apply Rmult_le_pos; lra).
    assert (V3 : 0 <= o * lost) by (apply Rmult_le_pos; lra).
    assert (Z1 := Rmult_le_compat_r _ _ _ V1 CA). assert (Z2 := Rmult_le_compat_r _ _ _ V2 CB).
    assert (Z3 := Rmult_le_compat_r _ _ _ V3 C1). lra. }
  assert (ALL : IZR all <= 6 * IZR d) by (rewrite <- mult_IZR; apply IZR_le, A).
  assert (all0 : 0 <= IZR all) by (apply IZR_le, A0). assert (d0 : 0 <= IZR d) by (apply IZR_le, D0).
  assert (C0 := Rabs_pos c).
  assert (CT : Rabs c * (IZR all * t PRODUCT) <= high * (IZR d * (6 * t PRODUCT))).
  { assert (IZR all * t PRODUCT <= 6 * IZR d * t PRODUCT) by (apply Rmult_le_compat_r; assumption).
    apply Rmult_le_compat; [exact C0| |exact C1|lra]. apply Rmult_le_pos; assumption. }
  (* the scale as computed *)
  assert (M : Rabs (a * b * c) <= m).
  { replace (a * b * c) with ((a * b * c - scale) + scale) by ring. eapply Rle_trans; [apply Rabs_triang|].
    unfold m, scaled_up. fold tiny. lra. }
  assert (CAB : Rabs c * ab <= m) by (unfold ab; rewrite <- Rabs_mult, Rmult_comm; exact M).
  assert (g0 : 0 <= g) by lra.
  assert (CP : Rabs (c * p - a * b * c * exact) <=
    g * (m * terms) + (1 + g) * (m * OFF + high * (LOSS + IZR d * (6 * t PRODUCT)))).
  { replace (c * p - a * b * c * exact) with (c * (p - a * b * exact)) by ring. rewrite Rabs_mult.
    eapply Rle_trans; [apply Rmult_le_compat_l; [exact C0|exact W]|].
    set (sz := sum_below (fun f => Rabs (a * q f * (b * S f))) d) in *.
    assert (V1 : Rabs c * ((grown - 1) * sz) <= g * (m * terms)).
    { replace (Rabs c * ((grown - 1) * sz)) with ((grown - 1) * (Rabs c * sz)) by ring.
      assert (N1 : 0 <= sz) by (apply sum_positive; intros; apply Rabs_pos).
      assert (N2 := Rmult_le_compat_l _ _ _ C0 SZ). assert (N3 := Rmult_le_compat_r _ _ _ TERMS0 CAB).
      apply Rmult_le_compat; [lra|apply Rmult_le_pos; assumption|lra|lra]. }
    assert (V2 : grown * (Rabs c * (ab * OFF + LS + IZR all * t PRODUCT)) <=
      (1 + g) * (m * OFF + high * (LOSS + IZR d * (6 * t PRODUCT)))).
    { assert (N3 := Rmult_le_compat_r _ _ _ OFFP CAB).
      assert (N4 : 0 <= ab * OFF) by (apply Rmult_le_pos; [apply Rabs_pos|exact OFFP]).
      assert (N5 : 0 <= IZR all * t PRODUCT) by (apply Rmult_le_pos; assumption).
      apply Rmult_le_compat; [lra|apply Rmult_le_pos; lra|exact G|lra]. }
    unfold L_compound. lra. }
  set (cp := g * (m * terms) + (1 + g) * (m * OFF + high * (LOSS + IZR d * (6 * t PRODUCT)))) in *.
  set (B1 := cp + inputs u * Rabs (scale * exact) + tiny * terms).
  assert (CS : Rabs (c * p - scale * exact) <= B1).
  { replace (c * p - scale * exact) with ((c * p - a * b * c * exact) + (a * b * c - scale) * exact) by ring.
    eapply Rle_trans; [apply Rabs_triang|]. rewrite (Rabs_mult (a * b * c - scale)).
    assert (X2 : Rabs (a * b * c - scale) * Rabs exact <= (inputs u * Rabs scale + tiny) * Rabs exact)
      by (apply Rmult_le_compat_r; [apply Rabs_pos|exact FAR]).
    assert (TIN : 0 <= tiny).
    { unfold tiny, scale_tiny. apply Rmult_le_pos; [exact TI|]. assert (0 <= (1 + u INPUT) * larger)
        by (apply Rmult_le_pos; lra). lra. }
    assert (X3 : tiny * Rabs exact <= tiny * terms) by (apply Rmult_le_compat_l; assumption).
    assert (X4 := Rabs_mult scale exact). unfold B1. rewrite X4. lra. }
  (* the stores *)
  destruct (two_roundings _ _ _ _ Y) as (y1 & Y1 & Y2).
  assert (Z1 : near_rounded (u SCORE) (Rabs c * t SCORE) (c * p) (c * st)).
  { unfold rounded_at, near_rounded in *. replace (c * st - c * p) with (c * (st - p)) by ring. rewrite !Rabs_mult.
    replace (u SCORE * (Rabs c * Rabs p) + Rabs c * t SCORE) with (Rabs c * (u SCORE * Rabs p + t SCORE)) by ring.
    apply Rmult_le_compat_l; [apply Rabs_pos|exact STO]. }
  assert (Z2 := compound_rounded _ _ _ _ _ _ _ US Z1 Y1). assert (Z3 := compound_rounded _ _ _ _ _ _ _ US Z2 Y2).
  set (rest := (Rabs c * t SCORE * (1 + u SCORE) + t SCORE) * (1 + u SCORE) + t SCORE) in *.
  replace (compound (compound (u SCORE) (u SCORE)) (u SCORE)) with (stores u) in Z3 by (unfold stores, L_compound;
    ring).
  assert (uu : 0 <= u SCORE * u SCORE) by (apply Rmult_le_pos; assumption).
  assert (ST1 : (1 + u SCORE) * (1 + u SCORE) <= 1 + stores u).
  { assert (0 <= u SCORE * u SCORE * u SCORE) by (apply Rmult_le_pos; assumption). unfold stores, L_compound. lra. }
  assert (ST0 : 0 <= stores u) by lra.
  assert (REST : rest <= (1 + stores u) * (t SCORE * (high + 2))).
  { replace rest with (t SCORE * (Rabs c * ((1 + u SCORE) * (1 + u SCORE)) + (1 + u SCORE) + 1)) by (unfold rest; ring).
    rewrite (Rmult_comm (1 + stores u)), Rmult_assoc. apply Rmult_le_compat_l; [exact TS|].
    assert (Rabs c * ((1 + u SCORE) * (1 + u SCORE)) <= high * (1 + stores u))
      by (apply Rmult_le_compat; [apply Rabs_pos|lra|exact C1|exact ST1]). lra. }
  eapply Rle_trans; [apply (error_grows (stores u) rest B1 (scale * exact) (c * p) y ST0 CS Z3)|].
  unfold B1, L_compound. fold tiny. lra.
Qed.

Definition linear_off (u t : A_seq) (d : Z) (scale unit of_keys lost exact terms weighed query states keys : R) :=
  let larger := Rmax 1 (Rabs scale) in let g := sum_gamma u d in let m := scaled_up u t (Rabs scale) larger in
  let high := amplified (u INPUT) (t INPUT) larger in
  compound (stores u) (inputs u) * Rabs (scale * exact) +
  (1 + stores u) * (scale_tiny (u INPUT) (t INPUT) larger * terms +
    (g * (m * terms) + (1 + g) * (m * terms_scaled_off u unit of_keys terms weighed +
      high * (terms_lost u t d unit of_keys lost query states keys + IZR d * (6 * t PRODUCT)))) +
    t SCORE * (high + 2)).

(* values as they are multiplied, off by their own unit and tiny; sums over visible keys *)
Lemma linear_within : forall u t scale q (k : Z -> A_seq) (v w : A_seq) n d steps y own tiny, P_is_roundings u t ->
  (0 <= d)%Z -> (IZR d + 4) * u PRODUCT < 1 -> (0 <= steps)%Z -> IZR steps * u ACCUMULATE < 1 -> (0 <= n)%Z ->
  0 <= own -> 0 <= tiny -> (forall j, key n j -> near_rounded own tiny (v j) (w j)) ->
  keys_first u t scale q k w n d steps y ->
  let S f := sum_below (fun j => k f j * v j) n in let T f := sum_below (fun j => Rabs (k f j) * Rabs (v j)) n in
  let K f := sum_below (fun j => Rabs (k f j)) n in let exact := sum_below (fun f => q f * S f) d in
  Rabs (y - scale * exact) <=
    linear_off u t d scale (state_unit u steps own) (state_of_keys u steps tiny)
      (state_lost u t n steps own tiny (sum_below (fun j => Rabs (v j)) n)) exact
      (sum_below (fun f => Rabs (q f) * T f) d) (sum_below (fun f => Rabs (q f) * K f) d)
      (sum_below (fun f => Rabs (q f)) d) (sum_below T d) (sum_below K d).
Proof.
  intros u t scale q k v w n d steps y own tiny UT D B STEPS BS N OWN TINY V Y S T K exact.
  destruct (operands_positive u t UT) as (E0 & O0). destruct (UT ACCUMULATE ltac:(lia)) as (UA & TA).
  destruct (UT PROBABILITY ltac:(lia)) as (UP & TP). destruct (UT OPERAND ltac:(lia)) as (UO & TO).
  set (unit := state_unit u steps own). set (of_keys := state_of_keys u steps tiny).
  set (lost := state_lost u t n steps own tiny (sum_below (fun j => Rabs (v j)) n)).
  assert (T0 : forall f, 0 <= T f) by (intros f; apply sum_positive; intros; apply Rmult_le_pos; apply Rabs_pos).
  assert (K0 : forall f, 0 <= K f) by (intros f; apply sum_positive; intros; apply Rabs_pos).
  assert (V0 : 0 <= sum_below (fun j => Rabs (v j)) n) by (apply sum_positive; intros; apply Rabs_pos).
  assert (G0 : 0 <= gamma (IZR steps) (u ACCUMULATE)).
  { apply gamma_positive. split; [|exact BS]. apply Rmult_le_pos; [apply (IZR_le 0), STEPS|exact UA]. }
  assert (ST : 0 <= state_stores u) by (apply compound_positive; assumption).
  assert (UNIT : 0 <= unit) by (do 3 (apply compound_positive; [|assumption]); assumption).
  assert (GAIN : 0 <= state_gain u steps) by (apply Rmult_le_pos; lra).
  assert (KEYS : 0 <= of_keys) by (apply Rmult_le_pos; [exact GAIN|apply Rmult_le_pos; lra]).
  assert (LOST : 0 <= lost).
  { assert (X1 := IZR_le 0 n N). assert (X2 := IZR_le 0 steps STEPS). unfold lost, state_lost.
    repeat first [lra|apply Rplus_le_le_0_compat|apply Rmult_le_pos]. }
  assert (STATE : forall f b s, key d f -> state_computed u t b (k f) w n steps s ->
    Rabs (s - b * S f) <= Rabs b * (unit * T f + of_keys * K f) + lost).
  { intros f b s _ C. exact (state_within u t b (k f) v w n steps s own tiny UT BS N OWN TINY V C). }
  assert (SIZES : forall f, key d f -> Rabs (S f) <= T f /\ 0 <= unit * T f + of_keys * K f).
  { intros f _. split.
    - apply sum_absolute. intros j _. rewrite Rabs_mult. lra.
    - apply Rplus_le_le_0_compat; apply Rmult_le_pos; [exact UNIT|apply T0|exact KEYS|apply K0]. }
  assert (W := keys_first_within u t scale q k w n d steps y S T (fun f => unit * T f + of_keys * K f) lost
    (Rmax 1 (Rabs scale)) UT D B (Rmax_l _ _) (Rmax_r _ _) LOST STATE SIZES Y).
  cbv zeta beta in W. fold exact in W. eapply Rle_trans; [exact W|]. right. unfold linear_off. cbv zeta.
  assert (A1 : sum_below (fun f => Rabs (q f) * (operand_unit u * T f +
      (1 + operand_unit u) * (unit * T f + of_keys * K f))) d =
    terms_scaled_off u unit of_keys (sum_below (fun f => Rabs (q f) * T f) d)
      (sum_below (fun f => Rabs (q f) * K f) d)).
  { unfold terms_scaled_off. rewrite Rmult_plus_distr_l, <- Rmult_assoc, <- Rmult_assoc, <- !sum_factor.
    rewrite <- !sum_plus. apply sum_same. intros f _. ring. }
  assert (A2 : sum_below (fun f => (1 + operand_unit u) * Rabs (q f) * lost + operand_tiny u t *
      (T f + (unit * T f + of_keys * K f)) + operand_tiny u t * lost) d =
    terms_lost u t d unit of_keys lost (sum_below (fun f => Rabs (q f)) d) (sum_below T d) (sum_below K d)).
  { unfold terms_lost. rewrite !Rmult_plus_distr_l, <- (sum_constant d lost D).
    replace ((1 + operand_unit u) * sum_below (fun f => Rabs (q f)) d * lost) with
      ((1 + operand_unit u) * lost * sum_below (fun f => Rabs (q f)) d) by ring.
    rewrite <- !sum_factor, <- !sum_plus. apply sum_same. intros f _. ring. }
  rewrite A1, A2. reflexivity.
Qed.

(* with the sums of linear.v *)
Lemma visible_within : forall u t scale q k v w m n d steps y own tiny, P_is_roundings u t -> (0 <= d)%Z ->
  (IZR d + 4) * u PRODUCT < 1 -> (0 <= steps)%Z -> IZR steps * u ACCUMULATE < 1 -> 0 <= own -> 0 <= tiny ->
  (forall j, key (L_visible_count m n) j -> near_rounded own tiny (L_visible_of m n v j) (w j)) ->
  keys_first u t scale q (fun f => L_visible_of m n (feature k f n)) w (L_visible_count m n) d steps y ->
  let terms (x : A_seq) := sum_below (fun f => Rabs (q f) * x f) d in
  let exact := sum_below (fun f => q f * L_states k v m n f) d in
  Rabs (y - scale * exact) <=
    linear_off u t d scale (state_unit u steps own) (state_of_keys u steps tiny)
      (state_lost u t (L_visible_count m n) steps own tiny (over m n (fun j => Rabs (v j)))) exact
      (terms (L_state_sizes k v m n)) (terms (L_key_sizes k m n)) (sum_below (fun f => Rabs (q f)) d)
      (sum_below (L_state_sizes k v m n) d) (sum_below (L_key_sizes k m n) d).
Proof.
  intros u t scale q k v w m n d steps y own tiny UT D B STEPS BS OWN TINY V Y terms exact.
  assert (C := proj1 (count_grows m (Z.to_nat n) (Z.to_nat n) (le_n _))).
  assert (W := linear_within u t scale q _ _ w _ d steps y own tiny UT D B STEPS BS C OWN TINY V Y). cbv zeta in W.
  assert (E1 : forall f, sum_below (fun j => L_visible_of m n (feature k f n) j * L_visible_of m n v j)
    (L_visible_count m n) = L_states k v m n f).
  { intros f. exact (sum_of_visible (fun j => feature k f n j * v j) m n). }
  assert (E2 : forall f, sum_below (fun j => Rabs (L_visible_of m n (feature k f n) j) * Rabs (L_visible_of m n v j))
    (L_visible_count m n) = L_state_sizes k v m n f).
  { intros f. exact (sum_of_visible (fun j => Rabs (feature k f n j) * Rabs (v j)) m n). }
  assert (E3 : forall f, sum_below (fun j => Rabs (L_visible_of m n (feature k f n) j)) (L_visible_count m n) =
    L_key_sizes k m n f).
  { intros f. exact (sum_of_visible (fun j => Rabs (feature k f n j)) m n). }
  assert (E4 : sum_below (fun j => Rabs (L_visible_of m n v j)) (L_visible_count m n) = over m n (fun j => Rabs (v j))).
  { exact (sum_of_visible (fun j => Rabs (v j)) m n). }
  unfold L_visible_count in *. set (c := count_below m (Z.to_nat n)) in *.
  rewrite E4, (sum_same d _ (fun f => q f * L_states k v m n f) (fun f _ => f_equal (Rmult (q f)) (E1 f))),
    (sum_same d _ (fun f => Rabs (q f) * L_state_sizes k v m n f) (fun f _ => f_equal (Rmult (Rabs (q f))) (E2 f))),
    (sum_same d _ (fun f => Rabs (q f) * L_key_sizes k m n f) (fun f _ => f_equal (Rmult (Rabs (q f))) (E3 f))),
    (sum_same d _ (L_state_sizes k v m n) (fun f _ => E2 f)), (sum_same d _ (L_key_sizes k m n) (fun f _ => E3 f)) in W.
  exact W.
Qed.

Lemma numerator_within : forall u t scale q k v m n d steps y, P_is_roundings u t -> (0 <= d)%Z ->
  (IZR d + 4) * u PRODUCT < 1 -> (0 <= steps)%Z -> IZR steps * u ACCUMULATE < 1 ->
  P_linear_numerator u t scale q k v m n d steps y ->
  let terms (x : A_seq) := sum_below (fun f => Rabs (q f) * x f) d in
  let exact := sum_below (fun f => q f * L_states k v m n f) d in
  Rabs (y - scale * exact) <=
    linear_off u t d scale (state_unit u steps (u OPERAND)) (state_of_keys u steps (t OPERAND))
      (state_lost u t (L_visible_count m n) steps (u OPERAND) (t OPERAND) (over m n (fun j => Rabs (v j)))) exact
      (terms (L_state_sizes k v m n)) (terms (L_key_sizes k m n)) (sum_below (fun f => Rabs (q f)) d)
      (sum_below (L_state_sizes k v m n) d) (sum_below (L_key_sizes k m n) d).
Proof.
  intros u t scale q k v m n d steps y UT D B STEPS BS (w & V & Y). destruct (UT OPERAND ltac:(lia)) as (U & T).
  exact (visible_within u t scale q k v w m n d steps y _ _ UT D B STEPS BS U T V Y).
Qed.

Lemma denominator_within : forall u t scale q k m n d steps y, P_is_roundings u t -> (0 <= d)%Z ->
  (IZR d + 4) * u PRODUCT < 1 -> (0 <= steps)%Z -> IZR steps * u ACCUMULATE < 1 ->
  P_linear_denominator u t scale q k m n d steps y ->
  let terms (x : A_seq) := sum_below (fun f => Rabs (q f) * x f) d in
  let exact := sum_below (fun f => q f * L_key_totals k m n f) d in
  Rabs (y - scale * exact) <=
    linear_off u t d scale (state_unit u steps 0) (state_of_keys u steps 0)
      (state_lost u t (L_visible_count m n) steps 0 0 (IZR (L_visible_count m n))) exact
      (terms (L_key_sizes k m n)) (terms (L_key_sizes k m n)) (sum_below (fun f => Rabs (q f)) d)
      (sum_below (L_key_sizes k m n) d) (sum_below (L_key_sizes k m n) d).
Proof.
  intros u t scale q k m n d steps y UT D B STEPS BS Y.
  assert (C := proj1 (count_grows m (Z.to_nat n) (Z.to_nat n) (le_n _))).
  assert (V : forall j, key (L_visible_count m n) j -> near_rounded 0 0 (L_visible_of m n (fun _ => 1) j) 1).
  { intros j _. unfold near_rounded, L_visible_of. rewrite Rminus_diag_eq, Rabs_R0 by reflexivity. lra. }
  assert (W := visible_within u t scale q k (fun _ => 1) (fun _ => 1) m n d steps y 0 0 UT D B STEPS BS (Rle_refl 0)
    (Rle_refl 0) V Y). cbv beta zeta in W.
  assert (E1 : forall f, L_states k (fun _ => 1) m n f = L_key_totals k m n f).
  { intros f. apply sum_same. intros j _. rewrite Rmult_1_r. reflexivity. }
  assert (E2 : forall f, L_state_sizes k (fun _ => 1) m n f = L_key_sizes k m n f).
  { intros f. apply sum_same. intros j _. rewrite Rabs_R1, Rmult_1_r. reflexivity. }
  assert (E4 : over m n (fun _ => Rabs 1) = IZR (L_visible_count m n)).
  { unfold over. rewrite <- (sum_of_visible (fun _ => Rabs 1) m n). unfold L_visible_of.
    rewrite sum_constant, Rabs_R1, Rmult_1_r by exact C. reflexivity. }
  rewrite E4, (sum_same d _ (fun f => q f * L_key_totals k m n f) (fun f _ => f_equal (Rmult (q f)) (E1 f))),
    (sum_same d _ (fun f => Rabs (q f) * L_key_sizes k m n f) (fun f _ => f_equal (Rmult (Rabs (q f))) (E2 f))),
    (sum_same d _ (L_key_sizes k m n) (fun f _ => E2 f)) in W.
  exact W.
Qed.
