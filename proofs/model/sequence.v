(* sequence.v - the meaning of sequences, subsets and the sums over them. *)
From Coq Require Import Reals ZArith ClassicalEpsilon.
Require Import BuiltIn.
Open Scope R_scope.

Definition A_seq : Type := Z -> R.
Definition A_subset : Type := Z -> bool.
Definition A_seq_WhyType : WhyType A_seq :=
  Build_WhyType A_seq (fun _ => 0) (fun x y => excluded_middle_informative (x = y)).
Definition A_subset_WhyType : WhyType A_subset :=
  Build_WhyType A_subset (fun _ => false) (fun x y => excluded_middle_informative (x = y)).
Definition L_el (x : A_seq) (i : Z) : R := x i.
Definition P_among (m : A_subset) (i : Z) : Prop := m i = true.
Definition L_place (row width column : Z) : Z := (row * width + column)%Z.
Definition L_drop (x : A_seq) (offset : Z) : A_seq := fun i => x (offset + i)%Z.

(* the sum of term 0 .. n-1 *)
Fixpoint total (term : Z -> R) (n : nat) : R :=
  match n with
  | O => 0
  | S k => total term k + term (Z.of_nat k)
  end.
Definition sum_below (term : Z -> R) (n : Z) : R := total term (Z.to_nat n).

Definition L_dots (a b : A_seq) (n : Z) : R := sum_below (fun k => a k * b k) n.
Definition L_weighted (w : A_seq) (m : A_subset) (v : A_seq) (width column n : Z) : R :=
  sum_below (fun j => if m j then w j * v (L_place j width column) else 0) n.
Definition L_exponentials (x : A_seq) (m : A_subset) (shift : R) (n : Z) : R :=
  sum_below (fun j => if m j then exp (x j - shift) else 0) n.

Definition L_scaled_dots (scale : R) (q k : A_seq) (head_dim : Z) : A_seq :=
  fun j => scale * L_dots q (L_drop k (L_place j head_dim 0)) head_dim.
Definition L_softmax (x : A_seq) (m : A_subset) (n : Z) : A_seq :=
  fun i => if m i then exp (x i) / L_exponentials x m 0 n else 0.
Definition L_aggregate (w : A_seq) (m : A_subset) (v : A_seq) (value_dim n : Z) : A_seq :=
  fun c => L_weighted w m v value_dim c n.
