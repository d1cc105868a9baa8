(* sink_gradient.v - the meaning of the outputs of all rows, of a loss of them, and of the gradient of a value. *)
From Coq Require Import Reals ZArith ClassicalEpsilon.
Require Import BuiltIn.
From Plumbline.model Require Import sequence slope.
Open Scope R_scope.

Definition A_loss : Type := A_seq -> R.
Definition A_loss_WhyType : WhyType A_loss :=
  Build_WhyType A_loss (fun _ => 0) (fun x y => excluded_middle_informative (x = y)).
Definition L_loss_at (l : A_loss) (o : A_seq) : R := l o.

(* rows of width d, one after the other *)
Definition L_outputs (p v : A_seq) (n d : Z) : A_seq :=
  fun k => sum_below (fun j => p (L_place (k / d) n j) * v (L_place j d (k mod d))) n.
Definition L_along (x e : A_seq) (t : R) : A_seq := fun k => x k + t * e k.
Definition L_in_row (h : A_seq) (j d : Z) : A_seq := fun k => if (k / d =? j)%Z then h (k mod d)%Z else 0.
Definition L_weights_of_key (p : A_seq) (n j : Z) : A_seq := fun i => p (L_place i n j).

Definition L_loss_along (l : A_loss) (o e : A_seq) : A_curve := fun t => l (L_along o e t).
Definition L_loss_of_value (l : A_loss) (p v h : A_seq) (j n d : Z) : A_curve :=
  fun t => l (L_outputs p (L_along v (L_in_row h j d) t) n d).
Definition L_value_gradient (p g : A_seq) (rows n d j : Z) : A_seq :=
  fun c => sum_below (fun i => p (L_place i n j) * g (L_place i d c)) rows.
