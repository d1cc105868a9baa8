(* added_values.v - the meaning of a softmax whose values have vectors added to them, in a precision model
   (spec/budget.md, section 20). *)
From Coq Require Import Reals ZArith List Permutation.
From Plumbline.model Require Import sequence operators rounded_sum engine relative scaled_softmax visible.
Open Scope R_scope.

(* two sequences whose elements take turns, and a row in which each key stands twice *)
Definition L_both (x y : A_seq) : A_seq := fun i => if Z.even i then x (i / 2)%Z else y (i / 2)%Z.
Definition L_twice (m : A_subset) : A_subset := fun i => m (i / 2)%Z.

(* a sum of n terms, each rescaled by c, so often at most, with so many roundings on the way of one, and of all *)
Definition sum_in (u t : A_seq) (factor : R) (c : A_seq) (r n most all_most : Z) (x : A_seq) (s : R) : Prop :=
  exists depth all, (depth <= most)%Z /\ (all <= all_most)%Z /\
    P_rescaled_sum (u ACCUMULATE) (t ACCUMULATE) factor x c n depth all r s.

(* The values v, weighed by p, and the vectors a, weighed by q, over the divisor.  Both are added first, as a tensor; or
   all products stand in one sum, as where two sums are added before they are divided; or two sums are divided, stored
   and then added.  `one` says what is a sum over the keys, `two` what is one over twice as many. *)
Definition sums_added (u t : A_seq) (v a p q : A_seq) (n : Z) (one two : A_seq -> R -> Prop) (divisor x : R) : Prop :=
  (exists formed w s, (forall j, (0 <= j < n)%Z ->
     element_formed u t (v j) (a j) (formed j) /\ rounded_at u t OPERAND (formed j) (w j)) /\
     one (fun j => p j * w j) s /\ x = s / divisor) \/
  (exists w z, (forall j, (0 <= j < n)%Z -> operand u t (v j) (w j) /\ operand u t (a j) (z j)) /\
     ((exists s, two (L_both (fun j => p j * w j) (fun j => q j * z j)) s /\ x = s / divisor) \/
      (exists s s' o o', one (fun j => p j * w j) s /\ one (fun j => q j * z j) s' /\
         P_stored_as u t (s / divisor) o /\ P_stored_as u t (s' / divisor) o' /\
         rounded_at u t ACCUMULATE (o + o') x))).

(* Keys that share a row of the table of vectors, at one shift, may have their weights added up, in any order, with k
   roundings on the way of one at most, and the sum stored again: it multiplies the row for one of them, and nothing
   does for the others.  c: what rescales a key's products; share j: the key that stands for those of j's row, each by
   itself where nothing is added up. *)
Definition sharing (share : Z -> Z) (n i : Z) : list Z := filter (fun j => share j =? i)%Z (below n).
Definition added_up (u t a c q : A_seq) (n k : Z) (y : A_seq) : Prop := exists share : Z -> Z,
  forall j, (0 <= j < n)%Z ->
    (0 <= share j < n)%Z /\ share (share j) = share j /\ a j = a (share j) /\ c j = c (share j) /\
    (share j <> j -> y j = 0) /\
    (share j = j -> exists terms depth all s, Permutation terms (sharing share n j) /\ (depth <= k)%Z /\
       (all <= 2 * k)%Z /\
       partial (u ACCUMULATE) (t ACCUMULATE) 0 q (map (fun i => (i, 1)) terms) depth all 0 s /\
       rounded_at u t PROBABILITY s (y j)).

(* rescaled_softmax of engine.v with such sums; weighs: from a probability as computed to what multiplies, which may be
   another number for values than for vectors *)
Definition added_before_division (u t : A_seq) (weighs : R -> R -> Prop) (score v a : A_seq) (n r : Z) (x : R) : Prop :=
  exists m c computed p q q' summands size high denominator,
    P_shifts_to t score n 1 high /\ sized u t score n high size /\
    (forall j, (0 <= j < n)%Z -> key_computed u t score n r high size j (m j) (c j) (computed j) /\
    weighs (computed j) (p j) /\ weighs (computed j) (q j) /\
    rounded_at u t PROBABILITY (computed j) (summands j)) /\
    summed u t n r summands c denominator /\ denominator <> 0 /\ added_up u t a c q n (n + r + 8) q' /\
    sums_added u t v a p q' n (sum_in u t (u RESCALING) c r n (n + r + 8) (2 * (n + r + 8)))
      (sum_in u t (u RESCALING) (L_both c c) r (2 * n) (2 * n + r + 8) (4 * (n + r + 8) + 1)) denominator x.

(* divided_softmax of engine.v with such sums *)
Definition added_behind_division (u t : A_seq) (weighs : R -> R -> Prop) (score v a : A_seq) (n r : Z) (x : R) : Prop :=
  exists computed p q q' summands size high denominator,
    P_shifts_to t score n 1 high /\ sized u t score n high size /\
    (forall j, (0 <= j < n)%Z -> key_computed u t score n 0 high size j high 1 (computed j) /\
    rounded_at u t PROBABILITY (computed j) (summands j) /\
    (exists quotient, roundings_at u t ACCUMULATE 4 (computed j / denominator) quotient /\
      weighs quotient (p j) /\ weighs quotient (q j))) /\
    summed u t n r summands (fun _ => 1) denominator /\ denominator <> 0 /\
    added_up u t a (fun _ => 1) q n (n + r + 8) q' /\
    sums_added u t v a p q' n (sum_in u t 0 (fun _ => 1) 0 n (n + r + 4) (2 * (n + r + 8)))
      (sum_in u t 0 (fun _ => 1) 0 (2 * n) (2 * n + r + 4) (4 * (n + r + 8) + 1)) 1 x.

(* of the keys in m *)
Definition added_softmax (u t : A_seq) (weighs : R -> R -> Prop) (y v a : A_seq) (m : A_subset) (n r : Z)
    (x : R) : Prop :=
  added_before_division u t weighs (L_visible_of m n y) (L_visible_of m n v) (L_visible_of m n a) (L_visible_count m n)
    r x \/
  added_behind_division u t weighs (L_visible_of m n y) (L_visible_of m n v) (L_visible_of m n a) (L_visible_count m n)
    r x.
Definition P_added_values_softmax (u t : A_seq) (y v a : A_seq) (m : A_subset) (n r : Z) (x : R) : Prop :=
  added_softmax u t (rounded_at u t PROBABILITY) y v a m n r x.
(* a factor, alpha as an input, multiplies each weight *)
Definition P_added_scaled_softmax (u t : A_seq) (alpha : R) (y v a : A_seq) (m : A_subset) (n r : Z) (x : R) : Prop :=
  exists factor, rounded_at u t INPUT alpha factor /\ added_softmax u t (weight_multiplied u t factor) y v a m n r x.
