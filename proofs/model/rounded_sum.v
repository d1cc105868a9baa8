(* rounded_sum.v - the meaning of sums and products that are rounded on their way, in any order. *)
From Coq Require Import Reals ZArith List Permutation.
From Plumbline.model Require Import sequence.
Import ListNotations.
Open Scope R_scope.

Definition L_gamma_of (k unit : R) : R := k * unit / (1 - k * unit).
Definition L_compound (a b : R) : R := a + b + a * b.
Definition L_growth (unit : R) (count : Z) : R := (1 + unit) ^ Z.to_nat count.

Definition near_rounded (unit tiny x y : R) : Prop := Rabs (y - x) <= unit * Rabs x + tiny.

(* y is x after so many roundings, one after the other *)
Inductive P_roundings (unit tiny : R) : Z -> R -> R -> Prop :=
| roundings_none : forall x, P_roundings unit tiny 0 x x
| roundings_next : forall count x y z, P_roundings unit tiny count x y -> near_rounded unit tiny y z ->
    P_roundings unit tiny (count + 1) x z.

(* A partial sum as computed: the terms in it, each with the product of the factors by which sums that held it were
   multiplied; the most roundings on the way of one of them; all roundings; the most factors on the way of one of them;
   and what was computed.  A block adds several partial sums at once, and may lose a unit of all their magnitudes for
   every one but the first, as a matrix unit does that cuts its addends where the largest of them ends. *)
Inductive partial (unit tiny factor : R) (x : A_seq) : list (Z * R) -> Z -> Z -> Z -> R -> Prop :=
| partial_none : partial unit tiny factor x [] 0 0 0 0
| partial_term : forall i, partial unit tiny factor x [(i, 1)] 0 0 0 (x i)
| partial_rounded : forall terms depth all factors s y,
    partial unit tiny factor x terms depth all factors s -> near_rounded unit tiny s y ->
    partial unit tiny factor x terms (depth + 1) (all + 1) factors y
| partial_joined : forall terms depth all factors s terms' depth' all' factors' s',
    partial unit tiny factor x terms depth all factors s -> partial unit tiny factor x terms' depth' all' factors' s' ->
    partial unit tiny factor x (terms ++ terms') (Z.max depth depth') (all + all') (Z.max factors factors') (s + s')
| partial_scaled : forall terms depth all factors s c,
    partial unit tiny factor x terms depth all factors s -> 0 <= c <= 1 + factor ->
    partial unit tiny factor x (map (fun term => (fst term, snd term * c)) terms) depth all (factors + 1) (c * s)
| partial_block : forall terms depth all factors parts s size y,
    gathered unit tiny factor x terms depth all factors parts s size ->
    Rabs (y - s) <= IZR parts * (unit * size + tiny) ->
    partial unit tiny factor x terms (depth + parts) (all + parts) factors y
(* partial sums that are about to be added: how many there are besides the first, their sum, and that of their
   magnitudes *)
with gathered (unit tiny factor : R) (x : A_seq) : list (Z * R) -> Z -> Z -> Z -> Z -> R -> R -> Prop :=
| gathered_first : forall terms depth all factors s,
    partial unit tiny factor x terms depth all factors s ->
    gathered unit tiny factor x terms depth all factors 0 s (Rabs s)
| gathered_next : forall terms depth all factors parts s size terms' depth' all' factors' s',
    gathered unit tiny factor x terms depth all factors parts s size ->
    partial unit tiny factor x terms' depth' all' factors' s' ->
    gathered unit tiny factor x (terms ++ terms') (Z.max depth depth') (all + all') (Z.max factors factors')
      (parts + 1) (s + s') (size + Rabs s').

(* every key below n once, in some order *)
Definition below (n : Z) : list Z := map Z.of_nat (seq 0 (Z.to_nat n)).
Definition P_rescaled_sum (unit tiny factor : R) (x c : A_seq) (n depth all factors : Z) (s : R) : Prop :=
  exists terms, Permutation (map fst terms) (below n) /\ (forall term, In term terms -> snd term = c (fst term)) /\
    partial unit tiny factor x terms depth all factors s.

(* a tree of additions, each rounded once *)
Inductive tree (unit tiny : R) (x : A_seq) : list Z -> R -> Prop :=
| tree_term : forall i, tree unit tiny x [i] (x i)
| tree_sum : forall terms s terms' s' y, tree unit tiny x terms s -> tree unit tiny x terms' s' ->
    near_rounded unit tiny (s + s') y -> tree unit tiny x (terms ++ terms') y.
Definition P_tree_sum (unit tiny : R) (x : A_seq) (n : Z) (s : R) : Prop :=
  exists terms, Permutation terms (below n) /\ tree unit tiny x terms s.

Definition L_times (a b : A_seq) : A_seq := fun i => a i * b i.
Definition L_distances (a : A_seq) (c : R) : A_seq := fun i => Rabs (a i - c).
