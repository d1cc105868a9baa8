(* shapes.v - tactics that bring what WP prints, a + -1 * b and names of parts, into the shape of our lemmas. *)
From Coq Require Import Reals ZArith Lra Lia.
Require Import BuiltIn.
From Plumbline.model Require Import sequence normalised rounded_sum.
From Plumbline.compare Require Import sums_math.
Open Scope R_scope.

(* names of parts *)
Ltac parts := cbv zeta in *; repeat match goal with x := _ |- _ => unfold x in *; clear x end.

Ltac differences := repeat match goal with
  | H : context [?a + - (1) * ?b] |- _ => replace (a + - (1) * b) with (a - b) in H by ring
  | H : context [- (1) * ?b + ?a] |- _ => replace (- (1) * b + a) with (a - b) in H by ring
  | |- context [?a + - (1) * ?b] => replace (a + - (1) * b) with (a - b) by ring
  | |- context [- (1) * ?b + ?a] => replace (- (1) * b + a) with (a - b) by ring
  end.

(* |x| <= c from |y| <= b, where x = y and b = c but for their shape *)
Ltac bound_by H := match type of H with Rabs ?y <= ?b =>
  match goal with |- Rabs ?x <= ?c => replace x with y by ring; eapply Rle_trans; [exact H|];
    first [lra | right; ring | idtac] end end.

(* sums over sequences as sums over functions *)
Ltac sums := unfold L_absolute_total, L_total, L_times, L_absolutes, L_distances, L_el in *; cbv beta in *.
