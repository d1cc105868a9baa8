(* KEY 143f23f11b41 *)
From Plumbline.proposition Require Import operators_math.
intros w m n i a e s t N I L M W. subst s t. etransitivity; [|symmetry; exact (normalised_repeats _ m n _ e
  (absolutes_repeat w m n a (equal_part _ _ _ _ W)) (absolutes_else w m n (other_part _ _ _ _ W)) i I L M)].
unfold real_of_int. f_equal. ring.
