(* KEY 88d5e6d3cbaa *)
From Plumbline.budget Require Import visible_math.
intros u t s d y v m n c r far limit size most kv eta k zeta x OFF O (((((((C & C0) & R0) & UT) & B) & SZ) & LIM) & E)
  (((K & KV) & Z) & ETA).
subst c. set (c := L_visible_count m n) in *.
set (visible := L_visible_of m n). set (all := (fun _ => true) : A_subset).
assert (KEY : forall i, (0 <= i)%Z -> (i < c)%Z ->
  (0 <= place m n i)%Z /\ (place m n i < n)%Z /\ P_among m (place m n i) /\ L_visible_count m (place m n i) = i).
{ intros i I L. destruct (key_of_number m n i (conj I L)) as ((A1 & A2) & A3 & A4). auto. }
assert (VISIBLE : forall f i, L_el (visible f) i = L_el f (place m n i)) by reflexivity.
destruct (Q_online_softmax_evaluates u t (visible s) (visible d) (visible y) (visible v) all c r far limit size most
  kv eta k zeta x)
  as (p & (a & b & Q & EA & EB) & W); try assumption.
- assert (T : L_absolute_total (visible v) c = L_visible_total (L_absolutes v) m n); [|rewrite T; exact ETA].
  apply (sum_over_visible (L_absolutes v) (L_absolutes (visible v)) m n). intros i _. reflexivity.
- intros i _ _. reflexivity.
- intros i I L. destruct (KEY i I L) as (A1 & A2 & A3 & _). rewrite !VISIBLE. apply OFF; assumption.
- intros i a b I L. destruct (KEY i I L) as (A1 & A2 & A3 & _). unfold a, b. rewrite !VISIBLE. apply SZ; assumption.
- intro FAR. destruct (LIM FAR) as (LL & j & (((J0 & J1) & LJ) & C) & MJ). split; [exact LL|].
  destruct (number_of_key m n j (conj J0 J1) MJ) as ((A1 & A2) & A3).
  exists (L_visible_count m j). rewrite !VISIBLE, A3. split; [split; assumption|exact C].
- intros i a b I L. destruct (KEY i I L) as (A1 & A2 & A3 & _). unfold a, b. rewrite !VISIBLE. apply E; assumption.
- set (own := (fun j => p (L_visible_count m j)) : A_seq).
  assert (OWN : forall i, (0 <= i < c)%Z -> p i = own (place m n i)).
  { intros i (I & L). destruct (KEY i I L) as (_ & _ & _ & A). unfold own. rewrite A. reflexivity. }
  assert (EX : L_exponentials (visible s) all 0 c = L_exponentials s m 0 n).
  { apply (sum_over_visible (fun j => exp (s j - 0)) (fun i => exp (visible s i - 0)) m n). intros i _. reflexivity. }
  exists own. split.
  + exists a, b. split; [exact Q|].
    assert (T1 : L_visible_total (fun j => p j * visible v j) all c = L_visible_total (fun j => own j * v j) m n).
    { apply (sum_over_visible (fun j => own j * v j) (fun i => p i * visible v i) m n). intros i I.
      rewrite (OWN i I). reflexivity. }
    assert (T2 : L_visible_total (fun j => p j * Rabs (visible v j)) all c =
                 L_visible_total (fun j => own j * Rabs (v j)) m n).
    { apply (sum_over_visible (fun j => own j * Rabs (v j)) (fun i => p i * Rabs (visible v i)) m n). intros i I.
      rewrite (OWN i I). reflexivity. }
    assert (T3 : L_visible_total p all c = L_visible_total own m n).
    { apply (sum_over_visible own p m n). exact OWN. }
    rewrite T1, T2 in EA. rewrite T3 in EB. split; assumption.
  + intros j w b1 b2 J L M. unfold b1, b2. destruct (number_of_key m n j (conj J L) M) as ((A1 & A2) & A3).
    specialize (W (L_visible_count m j) A1 A2). cbv zeta in W. rewrite !VISIBLE, A3 in W.
    assert (SM : L_el (L_softmax (visible s) all c) (L_visible_count m j) = w).
    { unfold w, L_el, L_softmax. rewrite EX. unfold all. rewrite M.
      change (visible s (L_visible_count m j)) with (s (place m n (L_visible_count m j))). rewrite A3. reflexivity. }
    rewrite SM in W. exact W.
