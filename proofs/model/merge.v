(* merge.v - the meaning of a part of the keys, and of the merge of two. *)
From Coq Require Import Reals ZArith Bool ClassicalEpsilon.
Require Import BuiltIn.
From Plumbline.model Require Import sequence log_sum_exp.
Open Scope R_scope.

(* the log-sum-exp and the output; of no key neither *)
Definition A_key_part : Type := option (R * A_seq).
Definition A_key_part_WhyType : WhyType A_key_part :=
  Build_WhyType A_key_part None (fun x y => excluded_middle_informative (x = y)).
Definition P_sees_none (a : A_key_part) : Prop := a = None.
Definition L_part_lse (a : A_key_part) : R := match a with Some (l, _) => l | None => 0 end.
Definition L_part_output (a : A_key_part) : A_seq := match a with Some (_, o) => o | None => fun _ => 0 end.
Definition L_part_weight (a : A_key_part) (shift : R) : R := exp (L_part_lse a - shift).
Definition L_no_keys : A_key_part := None.
Definition L_merged (a b : A_key_part) : A_key_part :=
  match a, b with
  | Some (l, o), Some (k, p) =>
    Some (ln (exp l + exp k), fun c => (o c * exp l + p c * exp k) / (exp l + exp k))
  | None, _ => b
  | _, None => a
  end.

Definition L_united (m n : A_subset) : A_subset := fun j => m j || n j.
Definition L_attended (x : A_seq) (m : A_subset) (v : A_seq) (width n : Z) : A_key_part :=
  if Rlt_dec 0 (L_exponentials x m 0 n)
  then Some (L_log_sum_exp x m n, L_aggregate (L_softmax x m n) m v width n)
  else None.
