(* KEY d34526c459bc *)
(* The least finite number itself. *)
intro H. destruct fliteral_axiom as [F _].
assert (L : ieee_float.Float64.le fliteral fliteral) by (apply ieee_float.Float64.le_finite; [tauto|lra]).
apply H in L. destruct L as [I _]. apply (ieee_float.Float64.is_not_finite fliteral); [left; exact I|exact F].
