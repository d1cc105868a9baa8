(* added_up_math.v - weights that are added up before they multiply their row are weights by themselves that were
   rounded more often. *)
From Coq Require Import Reals ZArith List Lia Lra Permutation.
Require Import BuiltIn.
From Plumbline.model Require Import sequence rounded_sum engine added_values.
From Plumbline.compare Require Import rounded_sum_math.
From Plumbline.budget Require Import scaled_softmax_math added_sums_math.
Import ListNotations.
Open Scope R_scope.

(* ---- a sum that is off is the sum of numbers that are off ---- *)

Lemma sum_of_plus : forall f g l, sum_of (fun i => f i + g i) l = sum_of f l + sum_of g l.
Proof. intros f g l. induction l as [|i l IH]; simpl; [ring|]. rewrite IH. ring. Qed.

Lemma sum_of_times : forall K f l, sum_of (fun i => K * f i) l = K * sum_of f l.
Proof. intros K f l. induction l as [|i l IH]; simpl; [ring|]. rewrite IH. ring. Qed.

Lemma sum_of_same : forall f g l, (forall i, In i l -> f i = g i) -> sum_of f l = sum_of g l.
Proof.
  intros f g l. induction l as [|i l IH]; intro H; simpl; [reflexivity|].
  rewrite (H i (or_introl eq_refl)), IH; [reflexivity|]. intros j J. apply H. right. exact J.
Qed.

Lemma sum_of_positive : forall f l, (forall i, 0 <= f i) -> 0 <= sum_of f l.
Proof. intros f l F. induction l as [|i l IH]; simpl; [lra|]. assert (H := F i). lra. Qed.

(* each number's part of the error, in proportion to its bound b *)
Definition part (q b : A_seq) (l : list Z) (s : R) (j : Z) : R := (s - sum_of q l) * (b j / sum_of b l).

Lemma parts_within : forall q b l s, (forall j, 0 <= b j) -> Rabs (s - sum_of q l) <= sum_of b l ->
  sum_of (fun j => q j + part q b l s j) l = s /\ forall j, Rabs (part q b l s j) <= b j.
Proof.
  intros q b l s B E. unfold part. assert (S := sum_of_positive b l B). destruct (Req_dec (sum_of b l) 0) as [Z|N].
  - rewrite Z in E. assert (D : s - sum_of q l = 0).
    { destruct (Req_dec (s - sum_of q l) 0) as [H|H]; [exact H|]. apply Rabs_pos_lt in H. lra. }
    rewrite D. split; [|intro j; rewrite Rmult_0_l, Rabs_R0; apply B].
    rewrite (sum_of_same _ q); [lra|]. intros j _. ring.
  - assert (P : 0 < sum_of b l) by lra. assert (I := Rinv_0_lt_compat _ P). split.
    + rewrite sum_of_plus, (sum_of_same (fun j => (s - sum_of q l) * (b j / sum_of b l))
        (fun j => (s - sum_of q l) / sum_of b l * b j)) by (intros; field; exact N).
      rewrite sum_of_times. field. exact N.
    + intro j. rewrite Rabs_mult, (Rabs_pos_eq (b j / sum_of b l)) by (apply Rmult_le_pos; [apply B|lra]).
      apply (Rmult_le_compat_r (b j / sum_of b l)) in E; [|apply Rmult_le_pos; [apply B|lra]].
      eapply Rle_trans; [exact E|]. right. field. exact N.
Qed.

(* ---- every key belongs to one row ---- *)

Lemma below_in : forall n j, In j (below n) <-> (0 <= j < n)%Z.
Proof.
  intros n j. unfold below. rewrite in_map_iff. split.
  - intros (k & <- & K). apply in_seq in K. lia.
  - intro J. exists (Z.to_nat j). split; [lia|]. apply in_seq. lia.
Qed.

Lemma below_once : forall n, NoDup (below n).
Proof.
  intro n. unfold below. apply FinFun.Injective_map_NoDup; [|apply seq_NoDup]. intros x y H. lia.
Qed.

Lemma sharing_in : forall share n i j, In j (sharing share n i) <-> (0 <= j < n)%Z /\ share j = i.
Proof. intros share n i j. unfold sharing. rewrite filter_In, below_in, Z.eqb_eq. reflexivity. Qed.

Lemma once_each : forall (h : Z -> list Z) l, NoDup l -> (forall i, In i l -> NoDup (h i)) ->
  (forall i k j, In i l -> In k l -> In j (h i) -> In j (h k) -> i = k) -> NoDup (flat_map h l).
Proof.
  intros h l. induction l as [|i l IH]; intros D E A; simpl; [constructor|]. inversion D as [|x y N D']; subst.
  assert (R : NoDup (flat_map h l)).
  { apply IH; [exact D'|intros k K; apply E; right; exact K|].
    intros k k' j K K'. apply A; right; assumption. }
  assert (APART : forall j, In j (h i) -> ~ In j (flat_map h l)).
  { intros j J C. apply in_flat_map in C. destruct C as (k & K & C). apply N.
    rewrite (A i k j (or_introl eq_refl) (or_intror K) J C). exact K. }
  assert (F := E i (or_introl eq_refl)). revert F APART. generalize (h i). intro a.
  induction a as [|b a IHa]; intros F APART; simpl; [exact R|]. inversion F as [|x y M F']; subst. constructor.
  - intro C. apply in_app_or in C. destruct C as [C|C]; [exact (M C)|exact (APART b (or_introl eq_refl) C)].
  - apply IHa; [exact F'|]. intros j J. apply APART. right. exact J.
Qed.

(* the keys of the row that i stands for; beyond the n keys each by itself *)
Definition rows (share : Z -> Z) (n i : Z) : list Z :=
  if ((0 <=? i) && (i <? n))%bool%Z then sharing share n i else [i].

Lemma rows_below : forall share n i, (0 <= i < n)%Z -> rows share n i = sharing share n i.
Proof.
  intros share n i I. unfold rows. destruct (Z.leb_spec 0 i); [|lia]. destruct (Z.ltb_spec i n); [|lia]. reflexivity.
Qed.

Lemma rows_beyond : forall share n i, ~ (0 <= i < n)%Z -> rows share n i = [i].
Proof.
  intros share n i I. unfold rows. destruct (Z.leb_spec 0 i); [|reflexivity].
  destruct (Z.ltb_spec i n); [lia|]. reflexivity.
Qed.

Lemma rows_once : forall share n, (forall j, (0 <= j < n)%Z -> (0 <= share j < n)%Z) ->
  Permutation (flat_map (rows share n) (below n)) (below n).
Proof.
  intros share n H. apply NoDup_Permutation; [|apply below_once|].
  - apply once_each; [apply below_once| |].
    + intros i I. apply below_in in I. rewrite rows_below by exact I. apply NoDup_filter, below_once.
    + intros i k j I K. apply below_in in I. apply below_in in K. rewrite !rows_below, !sharing_in by assumption.
      intros (_ & <-) (_ & <-). reflexivity.
  - intro j. rewrite in_flat_map, below_in. split.
    + intros (i & I & J). apply below_in in I. rewrite rows_below, sharing_in in J by exact I. apply J.
    + intro J. exists (share j). split; [apply below_in, H, J|]. rewrite rows_below, sharing_in by (apply H, J).
      split; [exact J|reflexivity].
Qed.

(* ---- sums whose terms are each the sum of some ---- *)

Definition splits (h : Z -> list Z) (x y c : A_seq) (n : Z) : Prop :=
  Permutation (flat_map h (below n)) (below n) /\ (forall i j, In j (h i) -> c j = c i) /\
  forall i, x i = sum_of y (h i).
Definition may_split (sum : A_seq -> R -> Prop) (c : A_seq) (n : Z) : Prop :=
  forall h x y s, splits h x y c n -> sum x s -> sum y s.

Lemma terms_joined : forall u t f x l, partial u t f x (map (fun j => (j, 1)) l) 0 0 0 (sum_of x l).
Proof.
  intros u t f x l. induction l as [|i l IH]; simpl; [apply partial_none|].
  exact (partial_joined u t f x _ 0 0 0 _ _ 0 0 0 _ (partial_term u t f x i) IH).
Qed.

Lemma rescaled_splits : forall u t f c n d a r, 0 <= t ->
  may_split (fun x s => P_rescaled_sum u t f x c n d a r s) c n.
Proof.
  intros u t f c n d a r T h x y s (P & C & X) (terms & Q & F & S). exists (spread h terms). split; [|split].
  - rewrite spread_places. eapply Permutation_trans; [apply Permutation_flat_map, Q|exact P].
  - intros term I. apply in_spread in I. destruct I as (before & B & H & ->). rewrite (F _ B). symmetry.
    exact (C _ _ H).
  - rewrite <- (Rmult_1_l s). refine (proj1 (partial_spread u t t f x y h 1 _ _) _ _ _ _ _ S).
    + rewrite Rabs_R1. lra.
    + intro i. rewrite Rmult_1_l, X. apply terms_joined.
Qed.

Lemma sum_in_splits : forall u t f c r n most all, 0 <= t ACCUMULATE -> may_split (sum_in u t f c r n most all) c n.
Proof.
  intros u t f c r n most all T h x y s H (depth & total & D & A & S). exists depth, total. split; [exact D|].
  split; [exact A|]. exact (rescaled_splits _ _ _ _ _ _ _ _ T h x y s H S).
Qed.

(* the second places of a row whose keys stand twice *)
Definition second_rows (h : Z -> list Z) (k : Z) : list Z := if Z.even k then [k] else map second (h (k / 2)%Z).

Lemma second_rows_first : forall h i, second_rows h (first i) = [first i].
Proof.
  intros h i. unfold second_rows, first. rewrite Z.even_mul. reflexivity.
Qed.

Lemma second_rows_second : forall h i, second_rows h (second i) = map second (h i).
Proof.
  intros h i. unfold second_rows, second. rewrite Z.add_comm, Z.even_add_mul_2. cbv beta iota delta [Z.even].
  rewrite Z.mul_comm, Z.div_add by lia. reflexivity.
Qed.

Lemma second_once : forall h l, Permutation (flat_map (second_rows h) (flat_map pair l))
  (map first l ++ map second (flat_map h l)).
Proof.
  intros h l. induction l as [|i l IH]; [apply perm_nil|]. cbn [flat_map map pair app].
  rewrite second_rows_first, second_rows_second, map_app. cbn [app]. apply perm_skip.
  eapply Permutation_trans; [apply Permutation_app_head, IH|].
  rewrite !app_assoc. apply Permutation_app_tail, Permutation_app_comm.
Qed.

Lemma sum_of_map : forall (x : A_seq) g l, sum_of x (map g l) = sum_of (fun i => x (g i)) l.
Proof. intros x g l. induction l as [|i l IH]; simpl; [reflexivity|]. rewrite IH. reflexivity. Qed.

Lemma second_splits : forall h x y z c e n, (0 <= n)%Z -> (forall i, e (first i) = c i /\ e (second i) = c i) ->
  splits h x y c n -> splits (second_rows h) (L_both z x) (L_both z y) e (2 * n).
Proof.
  intros h x y z c e n N E (P & C & X). split; [|split].
  - rewrite <- pairs_below by exact N. eapply Permutation_trans; [apply second_once|].
    eapply Permutation_trans; [|apply halves_are_pairs]. apply Permutation_app_head, Permutation_map, P.
  - apply (by_halves (fun i => forall j, In j (second_rows h i) -> e j = e i)); intros i j J.
    + rewrite second_rows_first in J. destruct J as [<-|[]]. reflexivity.
    + rewrite second_rows_second in J. apply in_map_iff in J. destruct J as (k & <- & K).
      destruct (E k) as (_ & ->). destruct (E i) as (_ & ->). exact (C _ _ K).
  - apply (by_halves (fun i => L_both z x i = sum_of (L_both z y) (second_rows h i))); intro i.
    + rewrite second_rows_first. simpl. rewrite !both_first. ring.
    + rewrite second_rows_second, both_second, X, sum_of_map. apply sum_of_same. intros j _.
      rewrite both_second. reflexivity.
Qed.

(* ---- each weight by itself ---- *)

(* by how much a weight is off that was added up, in k roundings of a sum and a store *)
Definition row_unit (u : A_seq) (k : Z) : R := compound (gamma (IZR k) (u ACCUMULATE)) (u PROBABILITY).
Definition row_tiny (u t : A_seq) (k : Z) : R :=
  2 * IZR k * t ACCUMULATE * (1 + gamma (IZR k) (u ACCUMULATE)) * (1 + u PROBABILITY) + t PROBABILITY.

Lemma row_positive : forall u t k, P_is_roundings u t -> (0 <= k)%Z -> IZR k * u ACCUMULATE < 1 ->
  0 <= row_unit u k /\ 0 <= row_tiny u t k.
Proof.
  intros u t k UT K B. destruct (UT ACCUMULATE ltac:(lia)) as (U6 & T6).
  destruct (UT PROBABILITY ltac:(lia)) as (U5 & T5).
  apply IZR_le in K. assert (G : 0 <= gamma (IZR k) (u ACCUMULATE)).
  { apply gamma_positive. split; [apply Rmult_le_pos; assumption|exact B]. }
  split; [apply compound_positive; assumption|]. unfold row_tiny.
  repeat first [lra|apply Rmult_le_pos|apply Rplus_le_le_0_compat].
Qed.

Lemma exact_terms : forall x l, exact_sum x (map (fun i => (i, 1)) l) = sum_of x l.
Proof. intros x l. unfold exact_sum. induction l as [|i l IH]; simpl; [reflexivity|]. rewrite IH. ring. Qed.

Lemma size_terms : forall x l, size_sum x (map (fun i => (i, 1)) l) = sum_of (fun i => Rabs (x i)) l.
Proof. intros x l. unfold size_sum. induction l as [|i l IH]; simpl; [reflexivity|]. rewrite IH. ring. Qed.

(* the sum, as it is stored *)
Lemma sum_stored : forall u t q l terms depth all k s y, P_is_roundings u t -> IZR k * u ACCUMULATE < 1 ->
  Permutation terms l -> (depth <= k)%Z -> (all <= 2 * k)%Z ->
  partial (u ACCUMULATE) (t ACCUMULATE) 0 q (map (fun i => (i, 1)) terms) depth all 0 s ->
  rounded_at u t PROBABILITY s y ->
  Rabs (y - sum_of q l) <= row_unit u k * sum_of (fun i => Rabs (q i)) l + row_tiny u t k.
Proof.
  intros u t q l terms depth all k s y UT B P D A S Y.
  destruct (UT ACCUMULATE ltac:(lia)) as (U6 & T6). destruct (UT PROBABILITY ltac:(lia)) as (U5 & T5).
  destruct (proj1 (partial_gathered_within _ _ 0 q U6 T6 (Rle_refl 0)) _ _ _ _ _ S) as (D0 & A0 & _ & Z0 & E & W).
  rewrite exact_terms, size_terms in *. rewrite !(sum_of_permutation _ _ _ P) in *.
  set (x := sum_of q l) in *. set (z := sum_of (fun i => Rabs (q i)) l) in *.
  assert (K0 : (0 <= k)%Z) by lia. assert (G := growth_gamma _ k U6 K0 B).
  assert (G0 := growth_monotone _ depth k U6 D). assert (G1 := growth_least _ depth U6).
  set (e := gamma (IZR k) (u ACCUMULATE)) in *. set (g := L_growth (u ACCUMULATE) depth) in *.
  assert (L : lost (t ACCUMULATE) 0 all 0 * g <= 2 * IZR k * t ACCUMULATE * (1 + e)).
  { unfold lost. replace (L_growth 0 0) with 1 by (unfold L_growth; simpl; ring). rewrite Rmult_1_r.
    apply IZR_le in A, A0. rewrite mult_IZR in A. apply Rmult_le_compat; try lra.
    - apply Rmult_le_pos; assumption.
    - apply Rmult_le_compat_r; [exact T6|exact A]. }
  assert (N : Rabs (s - x) <= e * z + 2 * IZR k * t ACCUMULATE * (1 + e)).
  { eapply Rle_trans; [exact W|]. apply Rplus_le_compat; [apply Rmult_le_compat_r; lra|exact L]. }
  unfold rounded_at, near_rounded in Y. unfold row_unit, row_tiny, L_compound. fold e.
  set (m := 2 * IZR k * t ACCUMULATE * (1 + e)) in *. clearbody m e.
  replace (y - x) with ((y - s) + (s - x)) by ring. eapply Rle_trans; [apply Rabs_triang|].
  assert (H : Rabs s <= z + (e * z + m)).
  { replace s with (x + (s - x)) by ring. eapply Rle_trans; [apply Rabs_triang|]. lra. }
  apply (Rmult_le_compat_l (u PROBABILITY)) in H; [|exact U5]. lra.
Qed.

(* the weights q, each with its part of what is off where it is added up *)
Lemma added_up_apart : forall u t a c q n k y, P_is_roundings u t -> IZR k * u ACCUMULATE < 1 ->
  added_up u t a c q n k y -> exists share w : Z -> _,
  (forall j, (0 <= j < n)%Z -> (0 <= share j < n)%Z /\ a j = a (share j) /\ c j = c (share j) /\
     share (share j) = share j /\ near_rounded (row_unit u k) (row_tiny u t k) (q j) (w j)) /\
  forall i, y i = sum_of w (rows share n i).
Proof.
  intros u t a c q n k y UT B (share & H).
  set (l := fun i => sharing share n i).
  set (b := fun j => row_unit u k * Rabs (q j) + row_tiny u t k).
  set (w := fun j => if ((0 <=? j) && (j <? n))%bool%Z then q j + part q b (l (share j)) (y (share j)) j else y j).
  exists share, w.
  assert (IN : forall j, (0 <= j < n)%Z -> w j = q j + part q b (l (share j)) (y (share j)) j).
  { intros j J. unfold w. destruct (Z.leb_spec 0 j); [|lia]. destruct (Z.ltb_spec j n); [|lia]. reflexivity. }
  assert (K : forall i, (0 <= i < n)%Z -> share i = i -> (0 <= k)%Z /\
    sum_of (fun j => q j + part q b (l i) (y i) j) (l i) = y i /\
    forall j, Rabs (part q b (l i) (y i) j) <= b j).
  { intros i I S. destruct (H i I) as (_ & _ & _ & _ & _ & STORED).
    destruct (STORED S) as (terms & depth & all & s & P & D & A & SUM & Y).
    assert (K0 : (0 <= k)%Z).
    { destruct (UT ACCUMULATE ltac:(lia)) as (U6 & T6).
      destruct (proj1 (partial_gathered_within _ _ 0 q U6 T6 (Rle_refl 0)) _ _ _ _ _ SUM) as (D0 & _). lia. }
    split; [exact K0|]. destruct (row_positive u t k UT K0 B) as (AU & AT). apply parts_within.
    - intro j. unfold b. assert (X := Rmult_le_pos _ _ AU (Rabs_pos (q j))). lra.
    - eapply Rle_trans; [exact (sum_stored u t q (l i) terms depth all k s (y i) UT B P D A SUM Y)|].
      unfold b. rewrite sum_of_plus, sum_of_times. apply Rplus_le_compat_l.
      assert (X : In i (l i)) by (apply sharing_in; split; assumption). destruct (l i) as [|j r]; [destruct X|]. simpl.
      assert (Z := sum_of_positive (fun _ => row_tiny u t k) r (fun _ => AT)). lra. }
  split.
  - intros j J. destruct (H j J) as (SJ & SS & AJ & CJ & _).
    split; [exact SJ|]. split; [exact AJ|]. split; [exact CJ|]. split; [exact SS|].
    unfold near_rounded. rewrite (IN j J). destruct (K (share j) SJ SS) as (_ & _ & P).
    replace (q j + part q b (l (share j)) (y (share j)) j - q j) with (part q b (l (share j)) (y (share j)) j) by ring.
    apply P.
  - intro i. destruct (Z_lt_dec i 0) as [L|L]; [|destruct (Z_lt_dec i n) as [M|M]].
    + rewrite rows_beyond by lia. simpl. unfold w. destruct (Z.leb_spec 0 i); [lia|]. simpl. ring.
    + assert (I : (0 <= i < n)%Z) by lia. rewrite rows_below by exact I.
      destruct (Z.eq_dec (share i) i) as [S|S].
      * destruct (K i I S) as (_ & E & _). rewrite <- E at 1. apply sum_of_same. intros j J.
        apply sharing_in in J. destruct J as (J & <-). rewrite (IN j J). reflexivity.
      * destruct (H i I) as (_ & _ & _ & _ & NONE & _). rewrite (NONE S).
        destruct (sharing share n i) as [|j r] eqn:R; [reflexivity|]. exfalso.
        assert (X : In j (sharing share n i)) by (rewrite R; left; reflexivity). apply sharing_in in X.
        destruct X as (J & <-). apply S, (H j J).
    + rewrite rows_beyond by lia. simpl. unfold w. destruct (Z.ltb_spec i n); [lia|].
      rewrite Bool.andb_false_r. ring.
Qed.

(* a count of roundings may be larger *)
Lemma added_up_more : forall u t a c q n k l y, (k <= l)%Z -> added_up u t a c q n k y -> added_up u t a c q n l y.
Proof.
  intros u t a c q n k l y L (share & H). exists share. intros j J.
  destruct (H j J) as (SJ & SS & AJ & CJ & NONE & SUM).
  repeat (split; [assumption|]). intro S. destruct (SUM S) as (terms & depth & all & s & P & D & A & REST).
  exists terms, depth, all, s. split; [exact P|]. split; [lia|]. split; [lia|exact REST].
Qed.

(* a model in which weights that are added up, and stored before and after, are weights that are stored *)
Definition wide_for_rows (u t : A_seq) (k : Z) (a b : A_seq) : Prop := (0 <= k)%Z /\ IZR k * u ACCUMULATE < 1 /\
  compound (u PROBABILITY) (row_unit u k) <= a PROBABILITY /\
  t PROBABILITY * (1 + row_unit u k) + row_tiny u t k <= b PROBABILITY.

Lemma row_rounds : forall u t k a b x y z, P_is_roundings u t -> wide_for_rows u t k a b ->
  rounded_at u t PROBABILITY x y -> near_rounded (row_unit u k) (row_tiny u t k) y z -> rounded_at a b PROBABILITY x z.
Proof.
  intros u t k a b x y z UT (K & B & A5 & B5) X Y. destruct (row_positive u t k UT K B) as (RU & _).
  apply (rounded_wider _ _ _ _ _ _ A5 B5). exact (compound_rounded _ _ _ _ _ _ _ RU X Y).
Qed.

Lemma row_wider : forall u t k a b, P_is_roundings u t -> wide_for_rows u t k a b ->
  u PROBABILITY <= a PROBABILITY /\ 0 <= t PROBABILITY <= b PROBABILITY.
Proof.
  intros u t k a b UT (K & B & A5 & B5). destruct (row_positive u t k UT K B) as (RU & RT).
  destruct (UT PROBABILITY ltac:(lia)) as (U5 & T5). unfold L_compound in A5.
  assert (X := Rmult_le_pos _ _ U5 RU). assert (Y := Rmult_le_pos _ _ T5 RU). lra.
Qed.

(* so sums in which weights were added up are sums of weights by themselves *)
Lemma added_up_sums : forall u t v a p q y n k c e one two d x, P_is_roundings u t -> IZR k * u ACCUMULATE < 1 ->
  (0 <= n)%Z -> (forall i, e (first i) = c i /\ e (second i) = c i) -> may_split one c n -> may_split two e (2 * n) ->
  added_up u t a c q n k y -> sums_added u t v a p y n one two d x ->
  exists w, (forall j, (0 <= j < n)%Z -> near_rounded (row_unit u k) (row_tiny u t k) (q j) (w j)) /\
    sums_added u t v a p w n one two d x.
Proof.
  intros u t v a p q y n k c e one two d x UT B N E ONE TWO A S.
  destruct (added_up_apart u t a c q n k y UT B A) as (share & w & H & Y). exists w.
  split; [intros j J; apply (H j J)|].
  destruct S as [S|(f & z & O & S)]; [left; exact S|right].
  set (z' := fun j => if ((0 <=? j) && (j <? n))%bool%Z then z (share j) else z j).
  assert (IN : forall j, (0 <= j < n)%Z -> z' j = z (share j)).
  { intros j J. unfold z'. destruct (Z.leb_spec 0 j); [|lia]. destruct (Z.ltb_spec j n); [|lia]. reflexivity. }
  assert (SPLITS : splits (rows share n) (fun j => y j * z j) (fun j => w j * z' j) c n).
  { split; [apply rows_once; intros j J; apply (H j J)|].
    assert (BEYOND : forall i, ~ (0 <= i < n)%Z -> z' i = z i).
    { intros i I. unfold z'. destruct (Z.leb_spec 0 i); [|reflexivity].
      destruct (Z.ltb_spec i n); [lia|]. reflexivity. }
    assert (CASES : forall i j, In j (rows share n i) -> (0 <= j < n)%Z /\ share j = i \/ j = i /\ ~ (0 <= i < n)%Z).
    { intros i j J. destruct (Z_lt_dec i 0) as [L|L]; [|destruct (Z_lt_dec i n) as [M|M]].
      - rewrite rows_beyond in J by lia. destruct J as [<-|[]]. right. lia.
      - rewrite rows_below, sharing_in in J by lia. left. exact J.
      - rewrite rows_beyond in J by lia. destruct J as [<-|[]]. right. lia. }
    split.
    - intros i j J. destruct (CASES i j J) as [(I & <-)|(-> & _)]; [apply (H j I)|reflexivity].
    - intro i. rewrite Y, <- (Rmult_comm (z i)), <- sum_of_times. apply sum_of_same. intros j J.
      destruct (CASES i j J) as [(I & <-)|(-> & I)]; [rewrite (IN j I)|rewrite (BEYOND i I)]; ring. }
  exists f, z'. split.
  - intros j J. split; [apply O, J|]. destruct (H j J) as (SJ & AJ & _). rewrite (IN j J), AJ. apply O, SJ.
  - destruct S as [(s & S & X)|(s & s' & o & o' & S & S' & REST)].
    + left. exists s. split; [|exact X]. refine (TWO _ _ _ s (second_splits _ _ _ _ c e n N E SPLITS) S).
    + right. exists s, s', o, o'. split; [exact S|]. split; [exact (ONE _ _ _ s' SPLITS S')|exact REST].
Qed.
