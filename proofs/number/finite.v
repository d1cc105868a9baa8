(* finite.v - tactics for goals about finite doubles, as WP prints them. *)
From Coq Require Import Reals.
Require Import BuiltIn.
Require ieee_float.Float64.
From Plumbline.number Require Import exp_rounded upward_math ball_math.
Open Scope R_scope.

(* From "this result is finite" back to the operands and the values: every contract of level 0
   speaks in that direction. *)
Ltac finite_parts := repeat match goal with
  | H : _ /\ _ |- _ => destruct H
  | F : ieee_float.Float64.t'isFinite ?f, H : ieee_float.Float64.t'isFinite ?f -> _ |- _ => specialize (H F)
  end.

(* 0x1p-1000 as Why3 prints it *)
Ltac fold_least := repeat match goal with
  | |- context [ (1 / IZR ?z)%R ] => change (1 / IZR z)%R with (1 / IZR (2 ^ 1000))%R; rewrite least_literal
  end.

(* the values of intermediate results, outermost first *)
Ltac known_values := repeat match goal with
  | H : ieee_float.Float64.t'real ?f = ?value |- context [ ieee_float.Float64.t'real ?f ] => rewrite H; clear H
  | H : ?value = ieee_float.Float64.t'real ?f |- context [ ieee_float.Float64.t'real ?f ] =>
      lazymatch value with ieee_float.Float64.t'real _ => fail | _ => rewrite <- H end
  end.

(* the goal about a returned ball, opened *)
Ltac open_goal := intros; cbv zeta in *; repeat match goal with x := _ |- _ => subst x end.
