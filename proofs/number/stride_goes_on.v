(* KEY 1e8c22848ccc *)
From Plumbline.number Require Import total_math total_tight_math.
intros w t s e mid rad s1 e1 n lane j x T1 J N T0 N1 M W A S. rewrite (Z.add_comm 8).
apply (proj2 (total_tight_math.stride_goes_on w t n lane j s e mid rad (conj N N1) J ltac:(lra) S M A)).
exact (widens_stated _ _ _ _ _ _ W).
