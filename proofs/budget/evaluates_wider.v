(* KEY cb671eb9d585 *)
From Plumbline Require Import compare.sums_math budget.direct_math.
intros p v m n kv eta k zeta kv1 eta1 k1 zeta1 x Z K E V (a & b & Q & A & B) P. exists a, b. split; [exact Q|].
assert (0 <= L_visible_total p m n) by (apply visible_positive; intros j (J & L) M; apply (P j J L M)).
assert (0 <= L_visible_total (fun j => p j * Rabs (v j)) m n).
{ apply visible_positive. intros j (J & L) M. apply Rmult_le_pos; [apply (P j J L M)|apply Rabs_pos]. }
split; (eapply Rle_trans; [eassumption|apply Rplus_le_compat; [apply Rmult_le_compat_r|]; assumption]).
