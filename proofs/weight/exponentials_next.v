(* KEY 4168c268c2f9 *)
From Plumbline.number Require Import sequence_math.
intros x m shift n k N L G M.
symmetry. replace (L_el x n + - (1) * shift)%R with (x n - shift)%R by (unfold L_el; ring).
exact (among_step m (fun j => exp (x j - shift))%R n k N L G M).
