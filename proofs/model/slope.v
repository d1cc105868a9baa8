(* slope.v - the meaning of a function of one number and of its derivative. *)
From Coq Require Import Reals ClassicalEpsilon.
Require Import BuiltIn.
Open Scope R_scope.

Definition A_curve : Type := R -> R.
Definition A_curve_WhyType : WhyType A_curve :=
  Build_WhyType A_curve (fun _ => 0) (fun x y => excluded_middle_informative (x = y)).
Definition L_curve_at (f : A_curve) (t : R) : R := f t.
Definition P_has_slope (f : A_curve) (t slope : R) : Prop := derivable_pt_lim f t slope.
