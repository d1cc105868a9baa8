(* rescalings_math.v - how many blocks of keys can hold one that counts. *)
From Coq Require Import Reals ZArith List FinFun Lia Bool.
From Plumbline.model Require Import sequence rescalings.
Import ListNotations.
Local Open Scope Z_scope.

(* ---- lists of different numbers ---- *)

Lemma few_in_interval : forall (keys : list Z) low high, NoDup keys -> low <= high ->
  (forall j, In j keys -> low <= j < high) -> Z.of_nat (length keys) <= high - low.
Proof.
intros keys low high different ordered inside.
pose (all := map (fun i => low + Z.of_nat i) (seq 0 (Z.to_nat (high - low)))).
assert (length keys <= length all)%nat.
{ apply NoDup_incl_length; [exact different|]. intros j isin. specialize (inside j isin).
  apply in_map_iff. exists (Z.to_nat (j - low)). split; [lia|]. apply in_seq. lia. }
unfold all in H. rewrite map_length, seq_length in H. lia.
Qed.

Lemma has_largest : forall l : list Z, l <> [] -> exists b, In b l /\ forall a, In a l -> a <= b.
Proof.
induction l as [|x l rest]; [congruence|]. intros _. destruct l as [|y l].
- exists x. split; [left; reflexivity|]. intros a [->|[]]. lia.
- destruct rest as (b & isin & most); [congruence|].
  destruct (Z_le_gt_dec x b).
  + exists b. split; [right; exact isin|]. intros a [->|other]; [lia|auto].
  + exists x. split; [left; reflexivity|]. intros a [->|other]; [lia|]. specialize (most a other). lia.
Qed.

Lemma largest_apart : forall l : list Z, l <> [] -> NoDup l -> exists b rest,
  In b l /\ NoDup rest /\ length l = S (length rest) /\ forall a, In a rest -> In a l /\ a < b.
Proof.
intros l some different. destruct (has_largest l some) as (b & isin & most).
destruct (in_split b l isin) as (before & behind & ->). exists b, (before ++ behind).
destruct (NoDup_remove before behind b different) as (fewer & absent).
split; [exact isin|]. split; [exact fewer|]. split.
- rewrite !app_length. simpl. lia.
- intros a other. assert (In a (before ++ b :: behind)) as there.
  { apply in_app_iff in other. apply in_app_iff. destruct other; [left|right; right]; assumption. }
  split; [exact there|]. specialize (most a there). assert (a <> b) by (intros ->; contradiction). lia.
Qed.

Lemma one_removed : forall (l : list Z) x, NoDup l -> exists rest, NoDup rest /\
  (length l <= S (length rest))%nat /\ forall a, In a rest -> In a l /\ a <> x.
Proof.
intros l x different. destruct (in_dec Z.eq_dec x l) as [isin|absent].
- destruct (in_split x l isin) as (before & behind & ->). exists (before ++ behind).
  destruct (NoDup_remove before behind x different) as (fewer & apart). split; [exact fewer|]. split.
  + rewrite !app_length. simpl. lia.
  + intros a other. split; [|intros ->; contradiction].
    apply in_app_iff in other. apply in_app_iff. destruct other; [left|right; right]; assumption.
- exists l. split; [exact different|]. split; [lia|]. intros a isin. split; [exact isin|]. congruence.
Qed.

(* a key of each block *)
Lemma key_of_each : forall (block : Z -> Z) (P : Z -> Prop) (raising : list Z),
  (forall number, In number raising -> exists j, P j /\ block j = number) ->
  exists keys, map block keys = raising /\ forall j, In j keys -> P j.
Proof.
intros block P. induction raising as [|number raising rest]; intros each.
- exists []. split; [reflexivity|]. intros j [].
- destruct rest as (keys & blocks & all). { intros other isin. apply each. right. exact isin. }
  destruct (each number) as (j & holds & <-). { left. reflexivity. }
  exists (j :: keys). split; [simpl; rewrite blocks; reflexivity|]. intros i [<-|isin]; auto.
Qed.

(* ---- blocks in order, each as short as it can be ---- *)

(* what `walked` counts, and where it goes on *)
Definition count (m : A_subset) (size : Z) (k : nat) : Z := fst (walked m size k).
Definition next (m : A_subset) (size : Z) (k : nat) : Z := snd (walked m size k).
Definition holds (m : A_subset) (block : Z -> Z) (n number : Z) : Prop :=
  exists j, (0 <= j < n /\ m j = true) /\ block j = number.

Lemma walk_step : forall m size k,
  (m (Z.of_nat k) = true /\ next m size k <= Z.of_nat k /\ count m size (S k) = count m size k + 1 /\
    next m size (S k) =
      if count m size k =? 0 then Z.of_nat k + 1 else Z.max (next m size k + size) (Z.of_nat k + 1)) \/
  ((m (Z.of_nat k) = false \/ Z.of_nat k < next m size k) /\ count m size (S k) = count m size k /\
    next m size (S k) = next m size k).
Proof.
intros m size k. unfold count, next. cbn [walked]. destruct (walked m size k) as (c, p).
destruct (m (Z.of_nat k)) eqn:among; destruct (Z.leb_spec p (Z.of_nat k)); cbn -[Z.of_nat]; auto 6.
Qed.

Lemma walk_start : forall m size, count m size 0 = 0 /\ next m size 0 = 0.
Proof. intros m size. split; reflexivity. Qed.

Lemma walk_none : forall m size k,
  0 <= count m size k /\ 0 <= next m size k /\ (count m size k = 0 -> next m size k = 0).
Proof.
intros m size. induction k; [cbn; lia|].
destruct (walk_step m size k) as [(_ & _ & c & p)|(_ & c & p)]; rewrite c, p; [|lia].
destruct (Z.eqb_spec (count m size k) 0); lia.
Qed.

Lemma walk_rises : forall m size, 0 < size -> forall k,
  count m size k <= count m size (S k) /\ next m size k <= next m size (S k).
Proof.
intros m size positive k. pose proof (walk_none m size k).
destruct (walk_step m size k) as [(_ & _ & c & p)|(_ & c & p)]; rewrite c, p; [|lia].
destruct (Z.eqb_spec (count m size k) 0); lia.
Qed.

Lemma walk_grows : forall m size, 0 < size -> forall k l, (k <= l)%nat ->
  count m size k <= count m size l /\ next m size k <= next m size l.
Proof.
intros m size positive k l. induction 1 as [|l _ grows]; [lia|]. pose proof (walk_rises m size positive l). lia.
Qed.

Lemma walk_counts : forall m size k, m (Z.of_nat k) = true -> next m size k <= Z.of_nat k ->
  Z.of_nat k + 1 <= next m size (S k).
Proof.
intros m size k among behind. destruct (walk_step m size k) as [(_ & _ & c & p)|([no|no] & _)]; [|congruence|lia].
rewrite p. destruct (count m size k =? 0); lia.
Qed.

Lemma walk_counted : forall m size i t, 0 <= i -> count m size t = i + 1 ->
  exists k, (k < t)%nat /\ count m size k = i /\ next m size k <= Z.of_nat k /\ m (Z.of_nat k) = true /\
  next m size t = if i =? 0 then Z.of_nat k + 1 else Z.max (next m size k + size) (Z.of_nat k + 1).
Proof.
intros m size i. induction t; intros positive_i counted; [destruct (walk_start m size); lia|].
destruct (walk_step m size t) as [(among & behind & c & p)|(_ & c & p)].
- exists t. assert (count m size t = i) by lia. subst i. auto 6.
- destruct IHt as (k & before & facts); [exact positive_i|lia|]. exists k. rewrite p. split; [lia|exact facts].
Qed.

(* What stands behind some blocks that hold a key of m stands behind as many that end as early as they can. *)
Lemma walk_is_ahead : forall m size block n, 0 < size -> cut_in_order block n size ->
  forall few (raising : list Z), length raising = few -> NoDup raising ->
  (forall number, In number raising -> holds m block n number) ->
  forall t x, count m size t <= Z.of_nat few -> 0 <= x < n ->
  (forall number, In number raising -> number < block x) ->
  next m size t <= x.
Proof.
intros m size block n positive (ordered & full).
induction few as [|few ahead]; intros raising many different each t x counted inside behind.
- pose proof (walk_none m size t). lia.
- destruct (largest_apart raising) as (b & rest & isin & fewer & long & below); [|exact different|].
  { intros ->. discriminate many. }
  assert (length rest = few) as few_rest by lia.
  assert (forall number, In number rest -> holds m block n number) as each_rest.
  { intros. apply each. apply below. assumption. }
  pose proof (behind b isin) as b_before.
  destruct (Z_le_gt_dec (count m size t) (Z.of_nat few)) as [less|more].
  { apply (ahead rest few_rest fewer each_rest t x less inside). intros. specialize (below number H). lia. }
  destruct (walk_counted m size (Z.of_nat few) t) as (k & _ & c & behind_k & among_k & reached); [lia|lia|].
  assert (forall y, 0 <= y < n -> b <= block y -> next m size k <= y) as later.
  { intros y y_inside y_block. apply (ahead rest few_rest fewer each_rest k y); [lia|exact y_inside|].
    intros. specialize (below number H). lia. }
  destruct (each b isin) as (v & (v_inside & v_among) & v_block).
  assert (next m size k <= v) as v_later by (apply later; lia).
  assert (Z.of_nat k <= v) as k_first.
  { destruct (Z_le_gt_dec (Z.of_nat k) v) as [yes|no]; [exact yes|exfalso].
    assert (next m size (Z.to_nat v) <= v). { pose proof (walk_grows m size positive (Z.to_nat v) k). lia. }
    pose proof (walk_counts m size (Z.to_nat v)) as counts. rewrite Z2Nat.id in counts by lia.
    specialize (counts v_among H). pose proof (walk_grows m size positive (S (Z.to_nat v)) k). lia. }
  assert (v < x) as v_before.
  { destruct (Z_lt_ge_dec v x) as [yes|no]; [exact yes|exfalso].
    pose proof (ordered x v). lia. }
  rewrite reached. destruct (Z.eqb_spec (Z.of_nat few) 0) as [first|further]; [lia|].
  destruct rest as [|a rest]; [simpl in few_rest; lia|].
  destruct (below a) as (a_isin & a_before); [left; reflexivity|].
  destruct (each a a_isin) as (w & (w_inside & _) & w_block).
  destruct (full w v x) as (keys & keys_different & keys_many & keys_inside); try lia.
  assert (next m size k <= x) by (apply later; lia).
  assert (Z.of_nat (length keys) <= x - next m size k).
  { apply few_in_interval; [exact keys_different|lia|]. intros j j_isin.
    destruct (keys_inside j j_isin) as (j_inside & j_block). split; [apply later; lia|].
    destruct (Z_lt_ge_dec j x) as [yes|no]; [exact yes|exfalso]. pose proof (ordered x j). lia. }
  lia.
Qed.

Lemma walk_is_most : forall m size block n, 0 < size -> cut_in_order block n size ->
  forall raising : list Z, NoDup raising -> (forall number, In number raising -> holds m block n number) ->
  Z.of_nat (length raising) <= count m size (Z.to_nat n).
Proof.
intros m size block n positive cut raising different each.
destruct (Z_le_gt_dec (Z.of_nat (length raising)) (count m size (Z.to_nat n))) as [yes|no]; [exact yes|exfalso].
destruct (largest_apart raising) as (b & rest & isin & fewer & long & below); [|exact different|].
{ intros ->. simpl in no. pose proof (walk_none m size (Z.to_nat n)). lia. }
assert (forall number, In number rest -> holds m block n number) as each_rest.
{ intros. apply each. apply below. assumption. }
destruct (each b isin) as (v & (v_inside & v_among) & v_block).
assert (forall t, count m size t <= Z.of_nat (length rest) -> next m size t <= v) as reached.
{ intros t few.
  apply (walk_is_ahead m size block n positive cut (length rest) rest eq_refl fewer each_rest t v few v_inside).
  intros number other. specialize (below number other). lia. }
pose proof (walk_grows m size positive (Z.to_nat v) (Z.to_nat n)).
pose proof (walk_grows m size positive (S (Z.to_nat v)) (Z.to_nat n)).
pose proof (walk_counts m size (Z.to_nat v)) as counts. rewrite Z2Nat.id in counts by lia.
assert (next m size (Z.to_nat v) <= v) as first by (apply reached; lia). specialize (counts v_among first).
assert (next m size (S (Z.to_nat v)) <= v) by (apply reached; lia). lia.
Qed.


Lemma walk_from : forall m size n k c p, 0 <= n -> n < k -> k <= 1 + n -> P_blocks_walked m size n c p ->
  walked m size (Z.to_nat k) =
    if (m n && (p <=? n))%bool then (c + 1, if c =? 0 then n + 1 else Z.max (p + size) (n + 1)) else (c, p).
Proof.
intros m size n k c p positive behind next_to walk. replace (Z.to_nat k) with (S (Z.to_nat n)) by lia.
cbn [walked]. rewrite walk, Z2Nat.id by exact positive. reflexivity.
Qed.

Lemma walk_goes_on : forall m size n k c more p after, 0 <= n -> n < k -> k <= 1 + n -> m n = true -> p <= n ->
  c < more -> more <= 1 + c -> k <= after -> (0 < c -> size + p <= after) ->
  after <= k \/ 0 < c /\ after <= size + p -> P_blocks_walked m size n c p -> P_blocks_walked m size k more after.
Proof.
intros m size n k c more p after positive behind next_to among reached one_more no_more above far near walk.
unfold P_blocks_walked. rewrite (walk_from m size n k c p) by assumption. rewrite among.
destruct (Z.leb_spec p n); [|lia]. cbn [andb].
assert (0 <= c).
{ pose proof (walk_none m size (Z.to_nat n)) as some. unfold count in some. rewrite walk in some. apply some. }
destruct (Z.eqb_spec c 0); f_equal; lia.
Qed.

Lemma walk_skips : forall m size n k c p, 0 <= n -> n < k -> k <= 1 + n -> n < p \/ ~ m n = true ->
  P_blocks_walked m size n c p -> P_blocks_walked m size k c p.
Proof.
intros m size n k c p positive behind next_to skips walk.
unfold P_blocks_walked. rewrite (walk_from m size n k c p) by assumption.
destruct (m n), (Z.leb_spec p n); cbn [andb]; try reflexivity. destruct skips; [lia|congruence].
Qed.

Lemma no_sink : forall order m n (block : Z -> Z) sink_block (raising : list Z),
  (forall number, In number raising -> (0 <> 0 /\ number = sink_block) \/
    exists j, 0 <= j < n /\ block j = number /\ (order = MAXIMUM_OVER_HIDDEN \/ m j = true)) ->
  forall number, In number raising ->
    exists j, 0 <= j < n /\ block j = number /\ (order = MAXIMUM_OVER_HIDDEN \/ m j = true).
Proof. intros order m n block sink_block raising each number isin. destruct (each number isin); [lia|assumption]. Qed.

Lemma walked_in_order : forall m size n count next, 0 < size -> P_blocks_walked m size n count next ->
  P_raised_at_most 0 m n size 0 count.
Proof.
intros m size n count next positive walk block sink_block raising cut different each. cbn in cut.
replace count with (fst (walked m size (Z.to_nat n))) by (rewrite walk; reflexivity).
apply (walk_is_most m size block n positive cut raising different).
intros number isin. destruct (no_sink _ _ _ _ _ _ each number isin) as (j & inside & there & [no|among]); [lia|].
exists j. auto.
Qed.

(* ---- blocks of any keys ---- *)

Lemma each_key_is_a_block : forall n, cut_in_order (fun j => j) n 1.
Proof.
intros n. split; [auto|]. intros i j k _ inside _ _. exists [j]. split; [constructor; [intros []|constructor]|].
split; [reflexivity|]. intros l [<-|[]]. auto.
Qed.

Lemma walked_by_key : forall m size n count next, P_blocks_walked m 1 n count next ->
  P_raised_at_most 1 m n size 0 count.
Proof.
intros m size n count next walk block sink_block raising _ different each.
destruct (key_of_each block (fun j => 0 <= j < n /\ m j = true) raising) as (keys & blocks & all).
{ intros number isin. destruct (no_sink _ _ _ _ _ _ each number isin) as (j & inside & there & [no|among]); [lia|].
  exists j. auto. }
rewrite <- blocks in different |- *. rewrite map_length. apply NoDup_map_inv in different.
apply (walked_in_order m 1 n count next eq_refl walk (fun j => j) 0 keys); [apply each_key_is_a_block|exact different|].
intros j isin. right. exists j. destruct (all j isin). auto.
Qed.

(* what a block holds at least, of these two or another *)
Definition least (size first last number : Z) : Z := if ((number =? first) || (number =? last))%bool then 1 else size.
Definition least_in_all (size first last : Z) (raising : list Z) : Z :=
  fold_right (fun number sum => least size first last number + sum) 0 raising.
Definition once (x : Z) (raising : list Z) : Z := if in_dec Z.eq_dec x raising then 1 else 0.

Lemma all_but_two : forall size first last raising, 0 < size -> NoDup raising ->
  size * Z.of_nat (length raising) - (size - 1) * (once first raising + once last raising) <=
  least_in_all size first last raising.
Proof.
intros size first last raising positive. induction raising as [|number raising rest]; intros different.
- cbn. lia.
- inversion_clear different as [|? ? absent others]. specialize (rest others).
  cbn [length least_in_all fold_right] in *. rewrite Nat2Z.inj_succ. fold (least_in_all size first last raising).
  unfold once in *. unfold least.
  destruct (in_dec Z.eq_dec first raising) as [f|f], (in_dec Z.eq_dec first (number :: raising)) as [f'|f'],
    (in_dec Z.eq_dec last raising) as [l|l], (in_dec Z.eq_dec last (number :: raising)) as [l'|l'];
    cbn [In] in f', l'; try (exfalso; tauto);
    destruct (Z.eqb_spec number first), (Z.eqb_spec number last); subst; cbn [orb]; try (exfalso; tauto); nia.
Qed.

Lemma keys_of_blocks : forall block n size first last raising, NoDup raising ->
  (forall number, In number raising -> exists j, 0 <= j < n /\ block j = number) ->
  (forall j, 0 <= j < n -> block j = first \/ block j = last \/ is_full block n size (block j)) ->
  exists keys, NoDup keys /\ Z.of_nat (length keys) = least_in_all size first last raising /\
    forall j, In j keys -> 0 <= j < n /\ In (block j) raising.
Proof.
intros block n size first last raising. induction raising as [|number raising rest]; intros different each full.
- exists []. split; [constructor|]. split; [reflexivity|]. intros j [].
- inversion_clear different as [|? ? absent others].
  destruct rest as (keys & keys_different & many & inside); [exact others| |exact full|].
  { intros other isin. apply each. right. exact isin. }
  destruct (each number) as (j & j_inside & j_block); [left; reflexivity|].
  assert (exists own, NoDup own /\ Z.of_nat (length own) = least size first last number /\
    forall i, In i own -> 0 <= i < n /\ block i = number) as (own & own_different & own_many & own_inside).
  { unfold least. destruct (Z.eqb_spec number first); [|destruct (Z.eqb_spec number last)]; cbn [orb].
    1, 2: exists [j]; split; [constructor; [intros []|constructor]|]; split; [reflexivity|]; intros i [<-|[]]; auto.
    specialize (full j j_inside). rewrite j_block in full. destruct full as [?|[?|own]]; [lia|lia|exact own]. }
  exists (own ++ keys). split; [|split].
  + clear - own_different keys_different own_inside inside absent.
    induction own as [|i own more]; [exact keys_different|].
    inversion_clear own_different as [|? ? not_again own_rest]. cbn. constructor.
    * intros again. apply in_app_iff in again. destruct again as [again|again]; [contradiction|].
      destruct (inside i again) as (_ & block_in). destruct (own_inside i) as (_ & block_i); [left; reflexivity|].
      rewrite block_i in block_in. contradiction.
    * apply more; [exact own_rest|]. intros k isin. apply own_inside. right. exact isin.
  + rewrite app_length, Nat2Z.inj_add, own_many, many. reflexivity.
  + intros i isin. apply in_app_iff in isin. destruct isin as [isin|isin].
    * destruct (own_inside i isin) as (i_inside & ->). split; [exact i_inside|]. left. reflexivity.
    * destruct (inside i isin). split; [assumption|]. right. assumption.
Qed.

Lemma blocks_of_few : forall block n (raising : list Z), 0 <= n -> NoDup raising ->
  (forall number, In number raising -> exists j, 0 <= j < n /\ block j = number) -> Z.of_nat (length raising) <= n.
Proof.
intros block n raising some different each.
destruct (key_of_each block (fun j => 0 <= j < n) raising each) as (keys & blocks & inside).
rewrite <- blocks in different |- *. rewrite map_length. apply NoDup_map_inv in different.
replace n with (n - 0) by lia. apply few_in_interval; assumption.
Qed.

Lemma blocks_of_all : forall order m size n r,
  0 < order /\ 0 <= n <= 1 /\ n <= r \/ 0 < order /\ 2 <= n /\ 0 < size /\ n - 2 < (r - 1) * size ->
  P_raised_at_most order m n size 0 r.
Proof.
intros order m size n r enough block sink_block raising dealt different each.
assert (forall number, In number raising -> exists j, 0 <= j < n /\ block j = number) as keys_in.
{ intros number isin. destruct (no_sink _ _ _ _ _ _ each number isin) as (j & inside & there & _). exists j. auto. }
destruct enough as [(_ & few & least_r)|(other & many & positive & enough)].
- pose proof (blocks_of_few block n raising ltac:(lia) different keys_in). lia.
- destruct (Z.eqb_spec order 0); [lia|]. destruct dealt as (first & last & full).
  destruct (keys_of_blocks block n size first last raising different keys_in full) as (keys & apart & long & inside).
  pose proof (all_but_two size first last raising positive different) as two.
  assert (Z.of_nat (length keys) <= n - 0).
  { apply few_in_interval; [exact apart|lia|]. intros. apply inside. assumption. }
  assert (once first raising <= 1 /\ once last raising <= 1) as (one & one').
  { unfold once. destruct (in_dec Z.eq_dec first raising), (in_dec Z.eq_dec last raising); lia. }
  nia.
Qed.

Lemma sink_raises_once : forall order m n size sink r more, r < more -> P_raised_at_most order m n size 0 r ->
  P_raised_at_most order m n size sink more.
Proof.
intros order m n size sink r more above without block sink_block raising dealt different each.
destruct (one_removed raising sink_block different) as (rest & fewer & long & others).
assert (Z.of_nat (length rest) <= r).
{ apply (without block 0 rest dealt fewer). intros number isin. destruct (others number isin) as (there & apart).
  destruct (each number there) as [(_ & same)|found]; [contradiction|]. right. exact found. }
lia.
Qed.

(* ---- what the definitions allow ---- *)

Definition numbers (count : Z) : list Z := map Z.of_nat (seq 0 (Z.to_nat count)).

Lemma numbers_are : forall count i, In i (numbers count) <-> 0 <= i < count.
Proof.
intros count i. unfold numbers. rewrite in_map_iff. split.
- intros (k & <- & isin). apply in_seq in isin. lia.
- intros inside. exists (Z.to_nat i). split; [lia|]. apply in_seq. lia.
Qed.

Lemma numbers_differ : forall count, NoDup (numbers count).
Proof. intros count. apply Injective_map_NoDup; [intros a b; apply Nat2Z.inj|apply seq_NoDup]. Qed.

Lemma so_many_numbers : forall count, 0 <= count -> Z.of_nat (length (numbers count)) = count.
Proof. intros count some. unfold numbers. rewrite map_length, seq_length. lia. Qed.

Lemma full_of : forall block n size number (key : Z -> Z), 0 <= size ->
  (forall i k, key i = key k -> i = k) -> (forall i, 0 <= i < size -> 0 <= key i < n /\ block (key i) = number) ->
  is_full block n size number.
Proof.
intros block n size number key some apart inside. exists (map key (numbers size)).
split; [apply Injective_map_NoDup; [exact apart|apply numbers_differ]|].
split; [rewrite map_length; apply so_many_numbers; exact some|].
intros j isin. apply in_map_iff in isin. destruct isin as (i & <- & isin). apply inside, numbers_are, isin.
Qed.

Lemma cut_is_gathered : forall block n size, 0 < n -> cut_in_order block n size -> gathered block n size.
Proof.
intros block n size some (ordered & full). exists (block 0), (block (n - 1)). intros j inside.
pose proof (ordered 0 j). pose proof (ordered j (n - 1)).
destruct (Z.eq_dec (block j) (block 0)); [auto|]. destruct (Z.eq_dec (block j) (block (n - 1))); [auto|].
right. right. apply (full 0 j (n - 1)); lia.
Qed.

Lemma dealt_in_order : forall order block n size, 0 <= n -> cut_in_order block n size ->
  if order =? KEYS_IN_ORDER then cut_in_order block n size else gathered block n size.
Proof.
intros order block n size some cut. destruct (order =? KEYS_IN_ORDER); [exact cut|].
destruct (Z.eq_dec n 0) as [->|]; [exists 0, 0; lia|]. apply cut_is_gathered; [lia|exact cut].
Qed.

Lemma equal_blocks : forall size blocks, 0 < size -> cut_in_order (fun j => j / size) (blocks * size) size.
Proof.
intros size blocks positive. split; [intros; apply Z.div_le_mono; lia|].
intros i j k _ inside _ _. apply (full_of _ _ _ _ (fun i => j / size * size + i)); [lia|intros; lia|].
intros l l_inside. pose proof (Z.div_mod j size). pose proof (Z.mod_pos_bound j size).
assert (0 <= j / size) by (apply Z.div_pos; lia). assert (j / size < blocks) by (apply Z.div_lt_upper_bound; lia).
split; [nia|]. rewrite Z.add_comm, Z.div_add, Z.div_small by lia. lia.
Qed.

Lemma one_block : forall n size, cut_in_order (fun _ => 0) n size.
Proof. intros n size. split; lia. Qed.

Lemma raised_in_each : forall order m size blocks r, 0 < size -> 0 <= blocks ->
  P_raised_at_most order m (blocks * size) size 0 r ->
  (forall i, 0 <= i < blocks -> exists j, i * size <= j < (i + 1) * size /\ m j = true) -> blocks <= r.
Proof.
intros order m size blocks r positive some most each. rewrite <- (so_many_numbers blocks some).
apply (most (fun j => j / size) 0); [|apply numbers_differ|].
- apply dealt_in_order; [nia|]. apply equal_blocks, positive.
- intros number isin. apply numbers_are in isin. destruct (each number isin) as (j & inside & among).
  right. exists j. split; [nia|]. split; [|auto].
  symmetry. apply (Z.div_unique_pos j size number (j - size * number)); lia.
Qed.

Lemma raised_once : forall order m n size sink r, 0 <= n -> P_raised_at_most order m n size sink r ->
  (sink <> 0 \/ 0 < n /\ order = MAXIMUM_OVER_HIDDEN) -> 1 <= r.
Proof.
intros order m n size sink r some most raised. change 1 with (Z.of_nat (length [0])).
apply (most (fun _ => 0) 0); [apply dealt_in_order; [exact some|apply one_block]|constructor; [intros []|constructor]|].
intros number [<-|[]]. destruct raised as [sinks|(keys & hidden)]; [auto|]. right. exists 0. auto with zarith.
Qed.

Lemma strided_blocks : forall size blocks, 0 < size -> 0 < blocks ->
  gathered (fun j => j mod blocks) (blocks * size) size.
Proof.
intros size blocks positive some. exists 0, 0. intros j inside. right. right.
pose proof (Z.mod_pos_bound j blocks). apply (full_of _ _ _ _ (fun i => j mod blocks + i * blocks)); [lia| |].
- intros i k same. nia.
- intros i i_inside. split; [nia|]. rewrite Z.mod_add, Z.mod_mod by lia. reflexivity.
Qed.

Lemma raised_apart : forall m size blocks r, 0 < size -> 0 <= blocks ->
  P_raised_at_most KEYS_GATHERED m (blocks * size) size 0 r -> (forall j, 0 <= j < blocks -> m j = true) -> blocks <= r.
Proof.
intros m size blocks r positive some most each. destruct (Z.eq_dec blocks 0) as [->|].
{ apply (most (fun _ => 0) 0 []); [exists 0, 0; lia|constructor|]. intros number []. }
rewrite <- (so_many_numbers blocks some).
apply (most (fun j => j mod blocks) 0); [apply strided_blocks; lia|apply numbers_differ|].
intros number isin. apply numbers_are in isin. right. exists number. split; [nia|].
split; [apply Z.mod_small; exact isin|]. right. apply each, isin.
Qed.
