(* KEY 77a951cde757 *)
From Plumbline.number Require Import sequence_math.
intros x m p c n k N L G M. symmetry. unfold L_rexp, L_rmul.
replace (L_el x n + - (1) * c)%R with (x n - c)%R by (unfold L_el; ring).
exact (among_step m (fun j => exp (p * (x j - c)))%R n k N L G M).
