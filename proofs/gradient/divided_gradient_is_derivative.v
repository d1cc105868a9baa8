(* KEY ac0065f3638b *)
From Plumbline.gradient Require Import divided_derivative_math.
intros p c s s1 s2 i r r1 r2 a N S D. apply divided_slope; [exact N| |exact D].
intros j J M. exact (S j (proj1 J) (proj2 J) M).
