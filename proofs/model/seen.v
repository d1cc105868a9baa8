(* seen.v - the keys that a query sees, in their order, and what an engine gives for its row. *)
From Coq Require Import Reals ZArith.
From Plumbline.model Require Import sequence operators engine.

(* the place of number i of the keys below n that are seen *)
Fixpoint place_below (m : A_subset) (n : nat) (i : Z) : Z :=
  match n with
  | O => 0
  | S k => if (m (Z.of_nat k) && (i =? count_below m k)%Z)%bool then Z.of_nat k else place_below m k i
  end.
Definition L_seen_of (m : A_subset) (n : Z) (x : A_seq) : A_seq := fun i => x (place_below m (Z.to_nat n) i).

(* y is an element of a row as stored: the score of each key that the query sees is computed in some way, and an online
   softmax of these, rescaled r times at most, is divided and stored. *)
Definition P_engine_gives (u t : A_seq) (scale : R) (q k v : A_seq) (m : A_subset) (n d r : Z) (y : R) : Prop :=
  exists (score : A_seq) x,
    (forall j, (0 <= j < n)%Z -> m j = true ->
      P_score_computed u t scale q (L_drop k (L_place j d 0)) d (score j)) /\
    P_online_softmax u t (L_seen_of m n score) (L_seen_of m n v) (L_visible_count m n) r x /\ P_stored_as u t x y.
